import { CommandError, callOf, runCommand, withDatabase } from '../command.ts'
import { readConfig } from '../config.ts'
import { verifySeals } from './seals.ts'

const USAGE = `Usage: ${callOf('verify-history')}

  Compares the sealed answers, changes, messages and reviews with their seals. It changes nothing, and
  works while the product runs, and while it does not.`

await runCommand(async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  return withDatabase(readConfig(), async ({ bulkDb }) => {
    const { seals, problems, head } = await verifySeals(bulkDb)
    if (problems.length > 0) throw new CommandError(problems.join('\n'))
    if (head === null) return 'Nothing is sealed yet: the first seal comes within an hour.'
    return `All ${seals} seals hold. Compare the newest hash with a copy that was kept elsewhere:\n${head}`
  })
})
