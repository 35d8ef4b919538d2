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
  readonly maxAgeMs: number
}

type Kept<T> = { value: T; readAt: number }

/**
 * Cache of nodes and members in this process. It queries the database every few seconds at most, however many nodes
 * call. While the database is down it serves the cached data: members keep their access, and it still ends on time.
 */
export class TunnelState {
  readonly #deps: TunnelDeps
  #directory: Kept<Directory> | null = null
  #members: Kept<Members> | null = null
  readonly #lists = new Map<string, UserList>()
  /**
   * Tunnel links on the user lists, by served plans. Groups of nodes share them, because their lists differ only in
   * credentials.
   */
  readonly #listed = new Map<Serves, ListedLinks>()
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(deps: TunnelDeps) {
    this.#deps = deps
  }

  /** Returns the nodes from the cache or the database. Throws if nothing is cached and the database is down. */
  async directory(): Promise<Directory> {
    return this.#once('directory', async () => {
      this.#directory = await this.#renew('nodes', this.#directory, () =>
        readDirectory(this.#deps.database, this.#deps.keyring),
      )
      return this.#directory.value
    })
  }

  /** User list for a node. Nodes of one group that serve the same plans share a list. */
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

  async linksOf(node: Pick<TunnelNode, 'group' | 'serves'>): Promise<ListedLinks> {
    await this.usersOf(node)
    return this.#listedFor(node.serves)
  }

  #listedFor(serves: Serves): ListedLinks {
    const known = this.#listed.get(serves) ?? new ListedLinks()
    this.#listed.set(serves, known)
    return known
  }

  /** Builds the user lists of all nodes in advance, so that the first request after a start does not wait. */
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
    // Takes the time before reading the database, because a change committed during the read may be missing in the
    // result.
    const readAt = performance.now()
    try {
      return { value: await read(), readAt }
    } catch (error) {
      if (!kept) throw error
      this.#deps.log.warn({ err: error, what }, 'tunnels go on with what is known')
      return { value: kept.value, readAt }
    }
  }

  /** Runs `work` only once for concurrent callers with the same key. */
  #once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) as Promise<T> | undefined
    if (running) return running
    const begun = work().finally(() => this.#running.delete(key))
    this.#running.set(key, begun)
    return begun
  }
}
