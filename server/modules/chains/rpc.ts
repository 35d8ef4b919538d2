import { isRecord } from '#server/platform/is-record.ts'
import type { Log as Logger } from '#server/platform/log.ts'
import { readJson } from '#server/platform/read-body.ts'
import type { NetworkConfig, RpcConfig } from '#server/platform/crypto-config.ts'

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }
/** One node. Every answer is what it says, not the truth. */
export type Rpc = {
  readonly url: string
  call<T>(method: string, ...params: readonly unknown[]): Promise<T>
  /** In as few requests as the node allows; the answers in the order of the calls. */
  all<T>(calls: readonly RpcCall[]): Promise<T[]>
  /** Throws RpcFailed if it is of another network by now: what stands behind an address may change while we run. */
  confirmNetwork(): Promise<void>
}
/** Counted for the figures of the benchmark. */
export type RpcCounts = { calls: number; requests: number }
export type RpcPool = {
  readonly counts: RpcCounts
  /** Does `work` with the first node that can; the next one if it fails. Throws the last failure. */
  withRpc<T>(work: (rpc: Rpc) => Promise<T>): Promise<T>
  /** Every node, the best first. */
  readonly nodes: readonly Rpc[]
}

/** The node did not answer, or answered that it cannot. */
export class RpcFailed extends Error {}

/** Whether it is one node that failed, by what it said too: what has no shape at all is no answer, and others may have one. */
export const isNodeFault = (error: unknown): boolean =>
  error instanceof RpcFailed ||
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  error instanceof RangeError

const longestRestMs = 60_000
/** A batch of whole blocks of the busiest networks has a few megabytes. */
const maxBytes = 64 * 1024 * 1024

/** The nodes of one network. One that fails rests, twice as long each time, at most a minute, and is then tried again. */
export function createRpcPool(network: NetworkConfig, log: Logger): RpcPool {
  const counts: RpcCounts = { calls: 0, requests: 0 }
  const nodes = network.rpcs.map((config) => ({ rpc: createRpc(network, config, counts), failures: 0, restsUntil: 0 }))
  return {
    counts,
    nodes: nodes.map(({ rpc }) => rpc),
    async withRpc(work) {
      const now = performance.now()
      const rested = nodes.filter(({ restsUntil }) => restsUntil <= now)
      // Where all of them rest, the one that may come back first is better than none.
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

type Answer = { id?: unknown; result?: unknown; error?: { message?: string } }

function createRpc({ chainId, batch }: NetworkConfig, { url, timeoutMs }: RpcConfig, counts: RpcCounts): Rpc {
  let isChecked = false

  async function send(calls: readonly RpcCall[]): Promise<unknown[]> {
    const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    counts.calls += calls.length
    counts.requests += 1
    let answered: unknown
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      answered = await readJson(response, maxBytes)
    } catch (error) {
      // The address may carry a key: only what went wrong is told.
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

  /** A node of another network would show other blocks under the same addresses. */
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
