import { setTimeout as sleep } from 'node:timers/promises'
import { askShop, type NodePlace } from './ask-shop.ts'
import type { Daemon, NodeConfig, NodeUser } from './daemon.ts'

type Asked<T> = { readonly body: T; readonly etag: string } | 'unchanged'
const startAgainMs = 250

/** Key by which node programs notice a changed user. It lacks the device limit, so they miss a new limit. */
const keyOf = ({ uuid, speed_limit: speed }: NodeUser) => `${uuid} ${speed}`

const says = (error: unknown, words: RegExp): boolean => error instanceof Error && words.test(error.message)

/**
 * Imitates node programs that use UniProxy, with quirks of current ones: it rejects empty lists of users, continues
 * with its last list after errors, and saves nothing across restarts.
 */
export class UniProxyNode {
  readonly #place: NodePlace
  readonly #daemon: Daemon
  readonly #forgetsConfig: boolean
  readonly #over = new AbortController()
  readonly #users = new Map<string, NodeUser>()
  readonly #tags = { config: '', user: '' }
  #working: Promise<unknown> = Promise.resolve()
  readonly #troubles: Record<'look' | 'report', string | null> = { look: 'not started', report: null }

  constructor(place: NodePlace, daemon: Daemon, { forgetsConfig = false } = {}) {
    this.#place = place
    this.#daemon = daemon
    this.#forgetsConfig = forgetsConfig
  }

  /** Reason why the last poll failed, otherwise why the last report failed; null if both succeeded. */
  get trouble(): string | null {
    return this.#troubles.look ?? this.#troubles.report
  }

  get users(): NodeUser[] {
    return [...this.#users.values()]
  }

  /** Resolves once the node has received users and its daemon listens, or once `stop` was called. */
  async start(): Promise<void> {
    let config: NodeConfig | null = null
    while (config === null && !this.#over.signal.aborted) {
      config = await this.#inTurn('look', () => this.#begin())
      if (config === null) await this.#pause(startAgainMs)
    }
    if (config === null) return
    const { pull_interval: pull, push_interval: push } = config.base_config
    void this.#every(pull, 'look', () => this.#pull())
    void this.#every(push, 'report', () => this.#push())
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await this.#working
    await this.#daemon.stop()
  }

  async #begin(): Promise<NodeConfig> {
    const config = await this.#ask<NodeConfig>('config')
    const list = await this.#ask<{ users: NodeUser[] }>('user')
    if (config === 'unchanged' || list === 'unchanged' || list.body.users.length === 0)
      throw new Error('there are no users to start with')
    await this.#daemon.start(config.body, list.body.users)
    for (const user of list.body.users) this.#users.set(keyOf(user), user)
    Object.assign(this.#tags, { config: config.etag, user: list.etag })
    return config.body
  }

  async #pull(): Promise<void> {
    const config = await this.#ask<NodeConfig>('config').catch((error: unknown) => {
      if (this.#forgetsConfig) this.#tags.config = ''
      throw error
    })
    if (config !== 'unchanged') {
      // A new port or key takes effect only after a restart of the daemon.
      await this.#daemon.stop()
      await this.#daemon.start(config.body, this.users)
      this.#tags.config = config.etag
    }
    const list = await this.#ask<{ users: NodeUser[] }>('user')
    if (list === 'unchanged' || list.body.users.length === 0) return
    const next = new Map(list.body.users.map((user) => [keyOf(user), user]))
    const failures: unknown[] = []
    for (const [key, user] of this.#users) {
      if (next.has(key)) continue
      await this.#remove(user).then(
        () => this.#users.delete(key),
        (error: unknown) => failures.push(error),
      )
    }
    // Users that the daemon still has are not added again. If an old credential could not be removed, the user's new
    // one waits for the next poll.
    const ids = new Set(this.users.map(({ id }) => id))
    for (const [key, user] of next) {
      if (ids.has(user.id)) continue
      await this.#add(user).then(
        () => this.#users.set(key, user),
        (error: unknown) => failures.push(error),
      )
    }
    // Keeps the old ETag, so that the next poll gets the same list and repeats what failed.
    if (failures.length > 0) throw failures[0]
    this.#tags.user = list.etag
  }

  /** Adds a user, replacing an existing one, because the daemon does not report whether its credential differs. */
  async #add(user: NodeUser): Promise<void> {
    try {
      await this.#daemon.add(user)
    } catch (error) {
      if (!says(error, /already exists/i)) throw error
      await this.#daemon.remove(user)
      await this.#daemon.add(user)
    }
  }

  async #remove(user: NodeUser): Promise<void> {
    try {
      await this.#daemon.remove(user)
    } catch (error) {
      if (!says(error, /not found/i)) throw error
    }
  }

  /**
   * Reports traffic, and the load of the machine if the daemon knows it. Reading the daemon's counters resets them to
   * zero.
   */
  async #push(): Promise<void> {
    const traffic = await this.#daemon.traffic()
    if (Object.keys(traffic).length > 0) await this.#report('push', traffic)
    const load = await this.#daemon.load?.()
    if (load) await this.#report('status', load)
  }

  async #report(call: 'push' | 'status', body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    await askShop(this.#place, call, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async #ask<T>(call: 'config' | 'user'): Promise<Asked<T>> {
    const answer = await askShop(this.#place, call, { headers: { 'if-none-match': this.#tags[call] } })
    if (answer.status === 304) return 'unchanged'
    return { body: (await answer.json()) as T, etag: answer.headers.get('etag') ?? '' }
  }

  async #every(seconds: number, what: 'look' | 'report', work: () => Promise<void>): Promise<void> {
    for (;;) {
      await this.#pause(seconds * 1_000)
      if (this.#over.signal.aborted) return
      await this.#inTurn(what, work)
    }
  }

  /** Runs polls and reports one after another. Returns null on failure and saves the reason in `trouble`. */
  #inTurn<T>(what: 'look' | 'report', work: () => Promise<T>): Promise<T | null> {
    const done = this.#working.then(async () => {
      try {
        const result = await work()
        this.#troubles[what] = null
        return result
      } catch (error) {
        this.#troubles[what] = error instanceof Error ? error.message : String(error)
        return null
      }
    })
    this.#working = done
    return done
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#over.signal }).catch(() => {})
  }
}
