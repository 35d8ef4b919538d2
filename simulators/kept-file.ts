import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Milliseconds during which changes are collected, because each save rewrites the complete file. */
const pauseMs = 250

export class KeptFile<S extends object> {
  readonly state: S
  readonly #file: string | null
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /**
   * Reads the state saved in the folder. With `folder` null, nothing is read or saved. Throws if an existing file is
   * unreadable.
   */
  constructor(folder: string | null, name: string, empty: S) {
    this.#file = folder && path.join(folder, name)
    if (folder) mkdirSync(folder, { recursive: true })
    this.state = { ...empty, ...readKept<S>(this.#file) }
  }

  save(): void {
    if (this.#file && !this.#closed) this.#timer ??= setTimeout(() => this.#write(), pauseMs)
  }

  /** Saves pending changes. Changes made after this call are not saved. */
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
