import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Forces what was written through this file descriptor onto the disk; throws when it cannot. */
export type SyncFile = (fd: number) => void

/** WASI's numbers, which Postgres in WebAssembly knows as errno. */
const EIO = 29
const WASI_ERRNO: Record<string, number> = { EBADF: 8, EINVAL: 28, EIO, ENOSPC: 51 }

interface Stream {
  /** The real file descriptor; folders have one too. */
  nfd: number
}

/** What is needed of PGlite's WebAssembly module: it has no type for this part. */
interface Module {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } }
  FS: { ErrnoError: new (errno: number) => Error }
}

type InitOptions = Parameters<NodeFS['init']>[1]

/**
 * A folder on disk for PGlite, with a real fsync. PGlite's own file layer leaves the call out, so a
 * commit would be lost with the power although Postgres waited for it.
 */
export class DurableFs extends NodeFS {
  readonly #sync: SyncFile

  constructor(folder: string, sync: SyncFile) {
    super(folder)
    this.#sync = sync
  }

  override async init(pg: PGlite, options: InitOptions) {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: unknown) => installFsync(module as Module, this.#sync)
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] },
    }
  }
}

function installFsync({ FS, NODEFS }: Module, sync: SyncFile) {
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      sync(nfd)
      return 0
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      throw new FS.ErrnoError(WASI_ERRNO[code] ?? EIO)
    }
  }
}
