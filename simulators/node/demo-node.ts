import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { NodePlace } from './ask-shop.ts'
import { idleDaemon, type NodeUser } from './daemon.ts'
import { UniProxyNode } from './uniproxy-node.ts'

/** File in which the demo shop announces its node; number and token are new for each installation. */
export const demoNodeFile = (simulatorFolder: string): string => path.join(simulatorFolder, 'node.json')
const lookEveryMs = 1_000

/** Demo node: a node program without a daemon that starts when the shop has announced its node. */
export class DemoNode {
  readonly #file: string | null
  #timer: NodeJS.Timeout | undefined
  #told = ''
  #program: UniProxyNode | null = null
  #isClosed = false

  constructor(folder: string | null) {
    this.#file = folder && demoNodeFile(folder)
    void this.#look()
  }

  /** Allowed users, without the placeholder user. */
  get users(): readonly NodeUser[] {
    return (this.#program?.users ?? []).filter(({ id }) => id !== 1)
  }

  get trouble(): string | null {
    return this.#program ? this.#program.trouble : 'not started'
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#program?.stop()
  }

  async #look(): Promise<void> {
    if (this.#file === null) return
    // The shop starts later than this process, and each time possibly at another URL.
    const told = await readFile(this.#file, 'utf8').catch(() => this.#told)
    if (this.#isClosed) return
    if (told !== this.#told) {
      this.#told = told
      await this.#program?.stop()
      this.#program = new UniProxyNode(JSON.parse(told) as NodePlace, idleDaemon)
      void this.#program.start()
    }
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs).unref()
  }
}
