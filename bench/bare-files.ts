import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The yardstick of files: a bare Node stream to and from the disk. Prints its address. */
const file = path.join(process.argv[2]!, 'bare')

const server = createServer(async (request, response) => {
  if (request.method === 'POST') await pipeline(request, createWriteStream(file))
  else await pipeline(createReadStream(file), response)
  response.end()
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
})
