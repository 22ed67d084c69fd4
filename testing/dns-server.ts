import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, RECURSION_AVAILABLE } from 'dns-packet'

const NO_SUCH_NAME = 3

/** A real DNS server on loopback for TXT records, by name. It never answers for names in `silent`. */
export async function startDnsServer(records: Record<string, string[]>, silent: string[] = []) {
  const socket = createSocket('udp4')
  socket.on('message', (bytes, { port, address }) => {
    const { id, questions = [] } = decode(bytes)
    const { name } = questions[0]!
    if (silent.includes(name)) return
    const found = records[name]
    const answers = found?.map((text) => ({
      type: 'TXT' as const,
      name,
      // A string of a TXT record holds at most 255 bytes.
      data: text.match(/.{1,255}/g) ?? [''],
    }))
    const flags = RECURSION_AVAILABLE | (found ? 0 : NO_SUCH_NAME)
    socket.send(
      encode({ type: 'response', id, flags, questions, answers: answers ?? [] }),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() }
}
