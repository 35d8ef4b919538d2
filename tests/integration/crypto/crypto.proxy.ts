import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Call = { id: number; method: string; params: unknown[] }
type Behaviour = (call: Call, result: unknown) => unknown
export type RpcProxy = {
  readonly url: string
  readonly calls: Map<string, number>
  /** Sets how the proxied node behaves. `down`: every request is refused. */
  behave(behaviour: Behaviour | 'honest' | 'down' | 'silent' | 'garbage'): void
  close(): Promise<void>
}

/** Proxy between the reader and the chain that can fail, delay or falsify answers. */
export async function openRpcProxy(target: string): Promise<RpcProxy> {
  let behaviour: Behaviour | 'honest' | 'down' | 'silent' | 'garbage' = 'honest'
  const calls = new Map<string, number>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (behaviour === 'silent') return
    if (behaviour === 'down') {
      response.writeHead(503).end('down')
      return
    }
    if (behaviour === 'garbage') {
      response.end('<html>')
      return
    }
    const asked = JSON.parse(body) as Call | Call[]
    const forwarded = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const answered = (await forwarded.json()) as { id: number; result?: unknown } | { id: number; result?: unknown }[]
    const answers = Array.isArray(answered) ? answered : [answered]
    for (const call of Array.isArray(asked) ? asked : [asked]) {
      calls.set(call.method, (calls.get(call.method) ?? 0) + 1)
      const own = answers.find(({ id }) => id === call.id)
      if (own && typeof behaviour === 'function') own.result = await behaviour(call, own.result)
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answered))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    behave: (next) => (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
