import { SMTPServer } from 'smtp-server'

/** Receives mails in a separate process and discards them. Prints its port. */
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
