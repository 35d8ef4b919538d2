import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Milliseconds within which many changes are one write: the file is written whole, and grows with what was paid. */
const pauseMs = 250

/** What a gateway knows, in memory and in one file, so that a restart forgets nothing. */
export class KeptFile<S extends object> {
  readonly state: S
  readonly #file: string | null
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** Without a folder nothing is kept. Throws if there is a file that cannot be read. */
  constructor(folder: string | null, name: string, empty: S) {
    this.#file = folder && path.join(folder, name)
    if (folder) mkdirSync(folder, { recursive: true })
    this.state = { ...empty, ...readKept<S>(this.#file) }
  }

  /** To be called after each change of the state. */
  save(): void {
    if (this.#file && !this.#closed) this.#timer ??= setTimeout(() => this.#write(), pauseMs)
  }

  /** Writes what has changed; what changes from now on is not kept. */
  close(): void {
    this.#write()
    this.#closed = true
  }

  #write(): void {
    if (!this.#file || !this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.state))
    renameSync(`${this.#file}.new`, this.#file)
  }
}

function readKept<S>(file: string | null): Partial<S> {
  if (!file) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<S>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`the simulator's payments in ${file} cannot be read; delete the file to begin anew`, {
      cause: error,
    })
  }
}
