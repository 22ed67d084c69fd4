import { benchBackup } from './backup.ts'
import { benchConnections } from './connections.ts'
import { benchCorrected } from './corrected.ts'
import { benchExport } from './export.ts'
import { benchFiles } from './files.ts'
import { benchHostile } from './hostile.ts'
import { benchImport } from './import.ts'
import { benchImportMany } from './import-many.ts'
import { benchKill } from './kill.ts'
import { benchLetters } from './letters.ts'
import { benchList } from './list.ts'
import { benchMailbox } from './mailbox.ts'
import { benchMemory } from './memory.ts'
import { benchOwnColumns } from './own-columns.ts'
import { benchPreview } from './preview.ts'
import { benchRate } from './rate.ts'
import { benchRelease } from './release.ts'
import { type Figure, printTable } from './report.ts'
import { benchReviews } from './reviews.ts'
import { benchRounds } from './rounds.ts'
import { benchScreens } from './screens.ts'
import { benchSeals } from './seals.ts'
import { benchSend } from './send.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStart } from './start.ts'
import { benchTimeline } from './timeline.ts'
import { benchTyping } from './typing.ts'
import { benchVerify } from './verify.ts'

const BENCHES = {
  start: benchStart,
  import: benchImport,
  'import-many': benchImportMany,
  preview: benchPreview,
  hostile: benchHostile,
  list: benchList,
  'own-columns': benchOwnColumns,
  timeline: benchTimeline,
  reviews: benchReviews,
  letters: benchLetters,
  rounds: benchRounds,
  'sign-in': benchSignIn,
  connections: benchConnections,
  send: benchSend,
  rate: benchRate,
  kill: benchKill,
  mailbox: benchMailbox,
  memory: benchMemory,
  files: benchFiles,
  export: benchExport,
  corrected: benchCorrected,
  backup: benchBackup,
  seals: benchSeals,
  verify: benchVerify,
  screens: benchScreens,
  typing: benchTyping,
  release: benchRelease,
}

/** `npm run bench`, or some of them: `npm run bench import send`. */
const wanted = process.argv.slice(2)
const figures: Figure[] = []
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  figures.push(...(await bench()))
}
printTable(figures)
