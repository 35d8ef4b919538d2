import { setTimeout as sleep } from 'node:timers/promises'
import { askShop, type NodePlace } from './ask-shop.ts'
import type { Daemon, NodeConfig, NodeUser } from './daemon.ts'

type Asked<T> = { readonly body: T; readonly etag: string } | 'unchanged'
const startAgainMs = 250

/** Programs of this kind see a change of a user by these two alone: another limit of devices goes unnoticed. */
const keyOf = ({ uuid, speed_limit: speed }: NodeUser) => `${uuid} ${speed}`

const says = (error: unknown, words: RegExp): boolean => error instanceof Error && words.test(error.message)

/**
 * A node program that speaks UniProxy, with what is odd about those of today: it takes no empty list, neither at its start nor
 * later, goes on with its last one whatever happens, and keeps nothing over a restart.
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

  /** `forgetsConfig`: a refused call for the configuration makes it start again with the next good one, as V2bX does. */
  constructor(place: NodePlace, daemon: Daemon, { forgetsConfig = false } = {}) {
    this.#place = place
    this.#daemon = daemon
    this.#forgetsConfig = forgetsConfig
  }

  /** Why the last look or else the last report failed; null where both went well. */
  get trouble(): string | null {
    return this.#troubles.look ?? this.#troubles.report
  }

  get users(): NodeUser[] {
    return [...this.#users.values()]
  }

  /** Resolves once there was something to start with and the daemon listens, or `stop` was called. */
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
      // Another port or key is another start.
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
    // Includes users whose former credential could not be removed: their new one waits for the next look.
    const ids = new Set(this.users.map(({ id }) => id))
    for (const [key, user] of next) {
      if (ids.has(user.id)) continue
      await this.#add(user).then(
        () => this.#users.set(key, user),
        (error: unknown) => failures.push(error),
      )
    }
    // The tag stays, so that the next look repeats what failed.
    if (failures.length > 0) throw failures[0]
    this.#tags.user = list.etag
  }

  /** Replaces a user who is there already: they may have another credential, and the daemon does not tell which. */
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

  /** The daemon's counters begin anew with each look. */
  async #push(): Promise<void> {
    const traffic = await this.#daemon.traffic()
    if (Object.keys(traffic).length === 0) return
    const headers = { 'content-type': 'application/json' }
    await askShop(this.#place, 'push', { method: 'POST', headers, body: JSON.stringify(traffic) })
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

  /** One after the other: a look and a report do not disturb each other. Null where it failed; `trouble` says why. */
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
