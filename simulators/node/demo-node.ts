import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { NodePlace } from './ask-shop.ts'
import { idleDaemon, type NodeUser } from './daemon.ts'
import { UniProxyNode } from './uniproxy-node.ts'

/** Where the demo's shop says which node it has: number and token are made anew for each installation. */
export const demoNodeFile = (simulatorFolder: string): string => path.join(simulatorFolder, 'node.json')
const lookEveryMs = 1_000

/** The node of the demo: a node program without a daemon, which takes up its work once the shop has told it about its node. */
export class DemoNode {
  readonly #file: string | null
  #timer: NodeJS.Timeout | undefined
  #told = ''
  #program: UniProxyNode | null = null
  #isClosed = false

  /** Without a folder there is no node. */
  constructor(folder: string | null) {
    this.#file = folder && demoNodeFile(folder)
    void this.#look()
  }

  /** Those it would let in, without the user that no one is. */
  get users(): readonly NodeUser[] {
    return (this.#program?.users ?? []).filter(({ id }) => id !== 1)
  }

  /** Why its last look failed; null where it was a good one. */
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
    // The shop starts later than this process, and at each start it may be at another place.
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
