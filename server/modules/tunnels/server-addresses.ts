import type { Database } from '#server/platform/database.ts'
import { cacheValue, type Kept } from '#server/platform/cached-value.ts'
import type { ResolveName } from '#server/platform/resolve-name.ts'
import { isName, listAddresses, type NodeHost, type ServerAddresses } from './find-connection.ts'
import { listNodeHosts } from './node-hosts.repo.ts'
import { nodeSilenceMs } from './nodes.rules.ts'

const nodesKeptMs = 30_000
/** Milliseconds between two DNS lookups of a node's host name, and the shorter interval after a failed lookup. */
const lookedUpEveryMs = 5 * 60_000
const retriedEveryMs = 60_000
/** Milliseconds for which the IP addresses found last are used while DNS lookups fail. */
const goodForMs = 60 * 60_000
/** Maximum milliseconds that a caller waits for DNS if the host name of a node was never looked up before. */
const firstWaitMs = 2_000
const mostNames = 500
const atOnce = 8

type Known = { addresses: readonly string[]; foundAt: number; isSure: boolean; askedAt: number }

/**
 * IP addresses of the shop's nodes, by which a visitor's connection is recognised. Host names are looked up in the
 * background, only while people check their connection, and each at most once in five minutes, or once a minute after
 * an unsure answer. `nowMs`: monotonic clock.
 */
export class ServerAddressBook {
  readonly #nodes: Kept<NodeHost[]>
  readonly #names = new Map<string, Known>()
  readonly #resolve: ResolveName
  readonly #nowMs: () => number
  #lookup: Promise<void> | null = null

  constructor(database: Database, resolve: ResolveName, nowMs: () => number = () => performance.now()) {
    this.#resolve = resolve
    this.#nowMs = nowMs
    this.#nodes = cacheValue(nodesKeptMs, () => readNodes(database))
  }

  /** IP addresses of all nodes. Null if there is no node. */
  async read(): Promise<ServerAddresses | null> {
    const nodes = await this.#nodes.read()
    if (nodes.length === 0) return null
    const names = [...new Set(nodes.map(({ host }) => host).filter(isName))].slice(0, mostNames)
    this.#refresh(names)
    if (names.some((name) => !this.#names.has(name))) await this.#waitForLookup()
    const known = (name: string) => this.#names.get(name)
    return listAddresses(
      nodes,
      new Map(names.map((name) => [name, known(name)?.addresses ?? []])),
      new Set(names.filter((name) => !known(name)?.isSure)),
    )
  }

  /** Starts DNS lookups of the host names that are due, unless a lookup is running. */
  #refresh(names: readonly string[]): void {
    if (this.#lookup) return
    const now = this.#nowMs()
    for (const name of this.#names.keys()) if (!names.includes(name)) this.#names.delete(name)
    const due = names.filter((name) => {
      const known = this.#names.get(name)
      return !known || now - known.askedAt >= (known.isSure ? lookedUpEveryMs : retriedEveryMs)
    })
    if (due.length === 0) return
    const next = due.values()
    const work = async () => {
      for (const name of next) await this.#lookUp(name)
    }
    this.#lookup = Promise.all(Array.from({ length: atOnce }, work)).then(() => void (this.#lookup = null))
  }

  async #lookUp(name: string): Promise<void> {
    const found = await this.#resolve(name)
    const now = this.#nowMs()
    const earlier = this.#names.get(name)
    if (found.isSure) {
      this.#names.set(name, { ...found, foundAt: now, askedAt: now })
      return
    }
    // IP addresses found up to an hour ago are better than none. A failed lookup may also have found only the IPv4 or
    // only the IPv6 addresses.
    const isGood = earlier !== undefined && now - earlier.foundAt < goodForMs
    const addresses = [...new Set([...found.addresses, ...(isGood ? earlier.addresses : [])])]
    this.#names.set(name, {
      addresses,
      foundAt: isGood ? earlier.foundAt : now,
      isSure: false,
      askedAt: now,
    })
  }

  async #waitForLookup(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, firstWaitMs)))
    await Promise.race([this.#lookup, limit])
    clearTimeout(timer)
  }
}

async function readNodes(database: Database): Promise<NodeHost[]> {
  const rows = await listNodeHosts(database, nodeSilenceMs / 1_000)
  return rows.map(({ host, allowedNetworks, country, city, isUp }) => ({
    host: host.toLowerCase(),
    allowedNetworks,
    place: country === null ? null : { country, city },
    isUp: isUp === true,
  }))
}
