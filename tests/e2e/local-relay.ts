import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'ws'

type Call = { id: number | string; method?: string; params?: Record<string, unknown> }
type Message = { topic: string; message: string; publishedAt: number }
export type LocalRelay = { readonly url: string; readonly methods: readonly string[]; stop(): Promise<void> }

/** Local WalletConnect relay: forwards encrypted messages to a topic's subscribers. */
export async function startRelay(): Promise<LocalRelay> {
  const server = http.createServer()
  const subscribers = new Map<string, Set<Socket>>()
  const kept = new Map<string, Message[]>()
  const methods: string[] = []
  let ids = 0

  function subscribe(socket: Socket, topic: string): string {
    subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(socket))
    for (const message of kept.get(topic) ?? []) deliver(socket, message)
    return `sub-${topic}`
  }
  function deliver(socket: Socket, data: Message) {
    const params = { id: `sub-${data.topic}`, data }
    socket.send(JSON.stringify({ id: `${Date.now()}${++ids}`, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
  function publish(from: Socket, topic: string, message: string) {
    const data = { topic, message, publishedAt: Date.now() }
    kept.set(topic, [...(kept.get(topic) ?? []), data])
    for (const socket of subscribers.get(topic) ?? []) if (socket !== from) deliver(socket, data)
  }
  function answer(socket: Socket, method: string, params: Record<string, unknown>): unknown {
    const text = (name: string) => String(params[name])
    const topics = Array.isArray(params.topics) ? params.topics.map(String) : []
    switch (method) {
      case 'irn_subscribe':
        return subscribe(socket, text('topic'))
      case 'irn_batchSubscribe':
        return topics.map((topic) => subscribe(socket, topic))
      case 'irn_batchFetchMessages':
        return { messages: topics.flatMap((topic) => kept.get(topic) ?? []), hasMore: false }
      case 'irn_publish':
        publish(socket, text('topic'), text('message'))
        return true
      case 'wc_proposeSession':
        subscribe(socket, text('pairingTopic'))
        publish(socket, text('pairingTopic'), text('sessionProposal'))
        return true
      case 'wc_approveSession':
        subscribe(socket, text('sessionTopic'))
        publish(socket, text('pairingTopic'), text('sessionProposalResponse'))
        publish(socket, text('sessionTopic'), text('sessionSettlementRequest'))
        return true
      default:
        return true
    }
  }
  const sockets = new Server({ server }).on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method, params = {} } = JSON.parse(data.toString()) as Call
      // A message without a method is a delivery receipt.
      if (method === undefined) return
      methods.push(method)
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: answer(socket, method, params) }))
    })
    socket.on('close', () => subscribers.forEach((each) => each.delete(socket)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        sockets.clients.forEach((socket) => socket.terminate())
      }),
  }
}
