import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import type { Log } from '#server/platform/log.ts'
import { refreshMembers, type Members } from './members.ts'
import { readDirectory, type Directory, type TunnelNode } from './node-directory.ts'
import { ListedLinks } from './listed-links.ts'
import type { Serves } from './nodes.repo.ts'
import { buildUserList, type UserList } from './user-list.ts'

export type TunnelDeps = {
  readonly database: Database
  readonly digest: KeyedDigest
  readonly keyring: Keyring
  readonly log: Log
  /** What is known is looked at anew after so long, and not more often. */
  readonly maxAgeMs: number
}

type Kept<T> = { value: T; readAt: number }

/**
 * What this process knows of nodes and members. It asks the database every few seconds at most, whatever number of nodes asks.
 * While the database is away it goes on with what it knows: who has paid stays in, and whose time ends is out.
 */
export class TunnelState {
  readonly #deps: TunnelDeps
  #directory: Kept<Directory> | null = null
  #members: Kept<Members> | null = null
  readonly #lists = new Map<string, UserList>()
  /** By whom nodes serve: groups differ in credentials alone. */
  readonly #listed = new Map<Serves, ListedLinks>()
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(deps: TunnelDeps) {
    this.#deps = deps
  }

  /** Throws where nothing is known yet and the database is away. */
  async directory(): Promise<Directory> {
    return this.#once('directory', async () => {
      this.#directory = await this.#renew('nodes', this.#directory, () =>
        readDirectory(this.#deps.database, this.#deps.keyring),
      )
      return this.#directory.value
    })
  }

  /** The users of a node; those of one group that serve the same people share it. */
  async usersOf({ group, serves }: Pick<TunnelNode, 'group' | 'serves'>): Promise<UserList> {
    const members = await this.#once('members', async () => {
      this.#members = await this.#renew('members', this.#members, () =>
        refreshMembers(this.#deps.database, this.#members?.value ?? null),
      )
      return this.#members.value
    })
    const key = `${serves} ${group}`
    const known = this.#lists.get(key)
    if (known?.stamp === members.stamp && Date.now() + members.ahead < known.freshUntil) return known
    return this.#once(`list ${key}`, async () => {
      const built = await buildUserList(this.#deps.digest, { group, serves }, members, this.#listedFor(serves))
      this.#lists.set(key, built)
      return built
    })
  }

  /** The links of which a node may report: those of its list, and those that were on it until a few minutes ago. */
  async linksOf(node: Pick<TunnelNode, 'group' | 'serves'>): Promise<ListedLinks> {
    await this.usersOf(node)
    return this.#listedFor(node.serves)
  }

  #listedFor(serves: Serves): ListedLinks {
    const known = this.#listed.get(serves) ?? new ListedLinks()
    this.#listed.set(serves, known)
    return known
  }

  /** Makes every list that a node may ask for, so that the first one after a start does not wait for it. */
  async warm(): Promise<void> {
    const from = performance.now()
    try {
      for (const node of (await this.directory()).nodes) await this.usersOf(node)
      this.#deps.log.info(
        { lists: this.#lists.size, ms: Math.round(performance.now() - from) },
        'lists for nodes are made',
      )
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'lists for nodes are made when they are asked for')
    }
  }

  async #renew<T>(what: string, kept: Kept<T> | null, read: () => Promise<T>): Promise<Kept<T>> {
    if (kept && performance.now() - kept.readAt < this.#deps.maxAgeMs) return kept
    // From before the look: what is committed while it runs is seen by the next one in time.
    const readAt = performance.now()
    try {
      return { value: await read(), readAt }
    } catch (error) {
      if (!kept) throw error
      this.#deps.log.warn({ err: error, what }, 'tunnels go on with what is known')
      return { value: kept.value, readAt }
    }
  }

  /** Those who ask meanwhile get the same answer. */
  #once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) as Promise<T> | undefined
    if (running) return running
    const begun = work().finally(() => this.#running.delete(key))
    this.#running.set(key, begun)
    return begun
  }
}
