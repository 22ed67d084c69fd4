import { SMTPServer } from 'smtp-server'

/** A process of its own, so that neither side pays for receiving: prints its port, keeps nothing. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _, done) {
    stream.resume()
    stream.on('end', done)
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => {
  console.log((server.server.address() as { port: number }).port)
})
