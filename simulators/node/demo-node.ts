import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { NodePlace } from './ask-shop.ts'
import { idleDaemon, type NodeUser } from './daemon.ts'
import { UniProxyNode } from './uniproxy-node.ts'

export type DemoPlace = NodePlace & { readonly cpu: number }

export const demoNodeFile = (simulatorFolder: string): string => path.join(simulatorFolder, 'node.json')
const lookEveryMs = 1_000

/**
 * Nodes of the demo. They call the shop like real ones but open no tunnels. They start once the shop has listed them in
 * a file.
 */
export class DemoNodes {
  readonly #file: string | null
  #timer: NodeJS.Timeout | undefined
  #told = ''
  #programs: readonly UniProxyNode[] = []
  #isClosed = false

  constructor(folder: string | null) {
    this.#file = folder && demoNodeFile(folder)
    void this.#look()
  }

  get users(): readonly NodeUser[] {
    return (this.#programs[0]?.users ?? []).filter(({ id }) => id !== 1)
  }

  get trouble(): string | null {
    if (this.#programs.length === 0) return 'not started'
    return this.#programs.find(({ trouble }) => trouble !== null)?.trouble ?? null
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#stop()
  }

  async #stop(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop()))
  }

  async #look(): Promise<void> {
    if (this.#file === null) return
    // Reads the shop's URL anew, because the shop starts later than this process, and each time possibly at another
    // URL.
    const told = await readFile(this.#file, 'utf8').catch(() => this.#told)
    if (this.#isClosed) return
    if (told !== this.#told) {
      this.#told = told
      await this.#stop()
      this.#programs = (JSON.parse(told) as DemoPlace[]).map(
        ({ cpu, ...place }) => new UniProxyNode(place, { ...idleDaemon, load: async () => ({ cpu }) }),
      )
      for (const program of this.#programs) void program.start()
    }
    this.#timer = setTimeout(() => void this.#look(), lookEveryMs).unref()
  }
}
