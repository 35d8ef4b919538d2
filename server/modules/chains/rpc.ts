import type { Log as Logger } from '#server/platform/log.ts'
import { readJson, isRecord } from '#server/platform/read-body.ts'
import type { NetworkConfig, RpcConfig } from '#server/platform/crypto-config.ts'

type RpcCall = { readonly method: string; readonly params: readonly unknown[] }
/** Blockchain node. Its answers may be wrong, so they are verified. */
export type Rpc = {
  readonly url: string
  call<T>(method: string, ...params: readonly unknown[]): Promise<T>
  /** Sends calls in batches as large as the node allows. Results have the order of the calls. */
  all<T>(calls: readonly RpcCall[]): Promise<T[]>
  /**
   * Asks the node for its network again. Throws `RpcFailed` if it now serves another one, because another server may
   * have taken over its URL.
   */
  confirmNetwork(): Promise<void>
}
type RpcCounts = { calls: number; requests: number }
export type RpcPool = {
  readonly counts: RpcCounts
  /** Runs `work` with the first usable node, then with the next if it fails. Throws the last failure. */
  withRpc<T>(work: (rpc: Rpc) => Promise<T>): Promise<T>
  readonly nodes: readonly Rpc[]
}

export class RpcFailed extends Error {}

/**
 * True if the error is the fault of a single node, for example malformed data. Another node may then give a valid
 * answer.
 */
export const isNodeFault = (error: unknown): boolean =>
  error instanceof RpcFailed ||
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  error instanceof RangeError

const longestRestMs = 60_000
/** Maximum bytes of a node's answer. A batch of full blocks of the busiest networks takes a few megabytes. */
const maxBytes = 64 * 1024 * 1024

/** Pool of a network's nodes. A failing node is paused, each time twice as long, for a minute at most. */
export function createRpcPool(network: NetworkConfig, log: Logger): RpcPool {
  const counts: RpcCounts = { calls: 0, requests: 0 }
  const nodes = network.rpcs.map((config) => ({ rpc: createRpc(network, config, counts), failures: 0, restsUntil: 0 }))
  return {
    counts,
    nodes: nodes.map(({ rpc }) => rpc),
    async withRpc(work) {
      const now = performance.now()
      const rested = nodes.filter(({ restsUntil }) => restsUntil <= now)
      // If all nodes are paused, uses the one whose pause ends first.
      const order = rested.length > 0 ? rested : nodes.toSorted((a, b) => a.restsUntil - b.restsUntil).slice(0, 1)
      let failure: unknown
      for (const node of order) {
        try {
          const result = await work(node.rpc)
          node.failures = 0
          return result
        } catch (error) {
          if (!(error instanceof RpcFailed)) throw error
          failure = error
          node.failures += 1
          node.restsUntil = performance.now() + Math.min(longestRestMs, 500 * 2 ** node.failures)
          log.warn({ network: network.id, host: new URL(node.rpc.url).host, reason: error.message }, 'a node failed')
        }
      }
      throw failure
    },
  }
}

/**
 * URL without its user name and password, and the headers that carry them. `fetch` refuses a URL with a password and
 * repeats it in the error.
 */
export function splitCredentials(text: string): { url: string; headers: Record<string, string> } {
  const url = new URL(text)
  const { username, password } = url
  if (username === '' && password === '') return { url: text, headers: {} }
  Object.assign(url, { username: '', password: '' })
  const pair = `${readPart(username)}:${readPart(password)}`
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/** Text of a part of a URL; a part with a stray percent sign stays as it is. */
export function readPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type Answer = { id?: unknown; result?: unknown; error?: { message?: string } }

function createRpc({ chainId, batch }: NetworkConfig, { url, timeoutMs }: RpcConfig, counts: RpcCounts): Rpc {
  let isChecked = false
  const to = splitCredentials(url)

  async function send(calls: readonly RpcCall[]): Promise<unknown[]> {
    const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    counts.calls += calls.length
    counts.requests += 1
    let answered: unknown
    try {
      const response = await fetch(to.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...to.headers },
        body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      answered = await readJson(response, maxBytes)
    } catch (error) {
      // Passes on only the message of the error, because the URL may contain a key.
      throw new RpcFailed(error instanceof Error ? error.message : 'no answer')
    }
    const answers = (Array.isArray(answered) ? answered : [answered]).filter((one) => isRecord(one)) as Answer[]
    return bodies.map(({ id, method }) => {
      const answer = answers.find((candidate) => candidate.id === id)
      if (!answer || answer.error || answer.result === undefined)
        throw new RpcFailed(`${method}: ${(answer?.error?.message ?? 'no result').slice(0, 200)}`)
      return answer.result
    })
  }

  async function confirmNetwork(): Promise<void> {
    isChecked = false
    const [id] = await send([{ method: 'eth_chainId', params: [] }])
    if (Number(id) !== chainId) throw new RpcFailed(`the node is of chain ${String(Number(id))}, not ${chainId}`)
    isChecked = true
  }

  async function all<T>(calls: readonly RpcCall[]): Promise<T[]> {
    if (!isChecked) await confirmNetwork()
    const results: unknown[] = []
    for (let from = 0; from < calls.length; from += batch)
      results.push(...(await send(calls.slice(from, from + batch))))
    return results as T[]
  }

  return {
    url,
    all,
    confirmNetwork,
    async call<T>(method: string, ...params: readonly unknown[]) {
      const [result] = await all<T>([{ method, params }])
      return result as T
    },
  }
}
