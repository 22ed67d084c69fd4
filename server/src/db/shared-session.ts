import type { Server, Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { type Unit, UnitReader } from './wire-units.ts'

/** How long a transaction may stay idle while others wait for it: then it is a mistake in the code. */
const IDLE_IN_TRANSACTION_MS = 10_000

interface Turn {
  /** Absent: nobody reads the answer. */
  socket?: Socket
  bytes: Uint8Array
  /** More of the same exchange is to come. */
  open: boolean
}

/**
 * Serves one PGlite session to many connections, one unit at a time (see wire-units.ts), whole
 * transactions undisturbed. Written because `@electric-sql/pglite-socket` 0.2.17 lets another
 * connection in between two messages of a query whose parameters arrive in several chunks, which
 * then runs the other's statement, and stays deaf after the first error of the engine.
 *
 * The session is still one: `SET`, temporary tables, session locks and named prepared statements
 * are everyone's, a transaction holds everyone else up, COPY through the wire and LISTEN do not work.
 */
export class SharedSession {
  readonly #db: PGlite
  readonly #idleLimit: number
  #queue: Turn[] = []
  /** Who is inside a transaction or an exchange; nobody else gets a turn. */
  #holder: Socket | undefined
  #running = false
  #idleTimer: NodeJS.Timeout | undefined

  constructor(db: PGlite, idleLimit = IDLE_IN_TRANSACTION_MS) {
    this.#db = db
    this.#idleLimit = idleLimit
  }

  /** Answers every connection of the server from now on. */
  serve(server: Server) {
    server.on('connection', (socket) => this.#welcome(socket))
  }

  #welcome(socket: Socket) {
    const reader = new UnitReader()
    socket.on('data', (chunk) => {
      for (const unit of reader.push(chunk)) this.#take(socket, unit)
    })
    // The close that follows an error does what is to be done.
    socket.on('error', () => {})
    socket.on('close', () => this.#leave(socket))
  }

  #take(socket: Socket, unit: Unit) {
    if (unit.kind === 'encryption-request') socket.write('N')
    else if (unit.kind === 'cancel' || unit.kind === 'terminate') socket.end()
    else {
      this.#queue.push({ socket, bytes: unit.bytes, open: unit.kind === 'half-exchange' })
      void this.#run()
    }
  }

  #leave(socket: Socket) {
    this.#queue = this.#queue.filter((turn) => turn.socket !== socket)
    if (this.#holder !== socket) return
    this.#holder = undefined
    this.#queue.unshift({ bytes: ROLLBACK, open: false })
    void this.#run()
  }

  async #run() {
    clearTimeout(this.#idleTimer)
    if (this.#running) return
    this.#running = true
    for (let turn = this.#next(); turn; turn = this.#next()) await this.#execute(turn)
    this.#running = false
    if (this.#holder && this.#queue.length > 0) {
      this.#idleTimer = setTimeout(() => this.#dismiss(), this.#idleLimit)
    }
  }

  #next(): Turn | undefined {
    if (!this.#holder) return this.#queue.shift()
    const index = this.#queue.findIndex(({ socket }) => socket === this.#holder)
    return index < 0 ? undefined : this.#queue.splice(index, 1)[0]
  }

  async #execute({ socket, bytes, open }: Turn) {
    socket?.cork()
    try {
      await this.#db.execProtocolRawStream(bytes, {
        syncToFs: false,
        // A copy: the bytes are a view of the engine's memory.
        onRawData: (data) => void (socket?.writable && socket.write(Buffer.from(data))),
      })
    } catch {
      // Only a startup packet that cannot be understood; queries answer their errors themselves.
      socket?.destroy()
    }
    socket?.uncork()
    this.#holder = open || this.#db.isInTransaction() ? socket : undefined
  }

  /** A transaction that waits for something which waits for the transaction would wait for ever. */
  #dismiss() {
    this.#holder?.end(
      fatal('25P03', 'The transaction was idle for too long while others waited for the database'),
    )
    if (this.#holder) this.#leave(this.#holder)
  }
}

/**
 * The first ROLLBACK ends a transaction, also one that only spans an exchange without its Sync. After
 * an error inside an exchange it is skipped: Sync ends that state, and the second one does the work.
 */
const ROLLBACK = Buffer.concat([
  message('Q', 'ROLLBACK\0'),
  message('S', ''),
  message('Q', 'ROLLBACK\0'),
])

function fatal(code: string, text: string): Buffer {
  return message('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)
}

function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body))
  bytes.write(type, 0)
  bytes.writeUInt32BE(bytes.length - 1, 1)
  bytes.write(body, 5)
  return bytes
}
