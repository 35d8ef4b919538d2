import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCurrent } from '#server/modules/tunnels/etag.rules.ts'
import { NodeCalls } from '#server/modules/tunnels/node-calls.ts'
import { nodeConfig } from '#server/modules/tunnels/node-config.ts'
import type { TunnelNode } from '#server/modules/tunnels/node-directory.ts'
import { nodeTokenHash } from '#server/modules/tunnels/node-token.ts'
import {
  countOnline,
  recordLoad,
  recordOnline,
  recordSeen,
  recordTraffic,
} from '#server/modules/tunnels/reports.service.ts'
import type { TunnelState } from '#server/modules/tunnels/tunnel-state.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'

const root = '/api/v1/server/UniProxy'
/** What a report of two hundred thousand links takes. */
const reportBytes = 8 * 1024 * 1024
const seenEveryMs = 15_000
const unpack = promisify(gunzip)

const isText = (value: unknown): value is string => typeof value === 'string'

/** The node that calls, or null: a wrong token, another node's number or protocol, a foreign address, a node that is switched off. */
async function findCaller(state: TunnelState, request: FastifyRequest): Promise<TunnelNode | null> {
  const { token, node_id: id, node_type: type } = request.query as Record<string, unknown>
  if (!isText(token) || token.length > 200) return null
  const node = (await state.directory()).byToken.get(nodeTokenHash(token).toString('hex'))
  if (!node || String(node.number) !== id || !isText(type)) return null
  return type.toLowerCase() === node.protocol.protocol && node.mayCallFrom(request.ip) ? node : null
}

/** The same for every refusal. A daemon keeps its last list then. */
const forbid = (reply: FastifyReply) => reply.code(403).send({ message: 'Forbidden' })
const unreadable = (reply: FastifyReply) =>
  reply.code(422).send({ status: 'fail', message: 'Invalid data format', data: null, error: null })

function readJson(raw: unknown): { raw: Buffer; body: unknown } {
  const bytes = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0)
  try {
    return { raw: bytes, body: JSON.parse(bytes.toString()) as unknown }
  } catch {
    return { raw: bytes, body: null }
  }
}

/** What node daemons of the UniProxy kind ask and tell. Their token stands in the address, which is written down nowhere. */
export async function registerUniProxy(scope: FastifyInstance, deps: Tunnels): Promise<void> {
  const { database, state, pullSeconds } = deps
  const callers = new WeakMap<FastifyRequest, TunnelNode>()
  const calls = new NodeCalls()
  const seenAt = new Map<number, number>()
  const alive = new Map<string, { at: number; counts: Promise<Record<string, number>> }>()
  const callerOf = (request: FastifyRequest) => callers.get(request) as TunnelNode

  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: reportBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode === 413 ? 413 : 503
    if (status === 503) request.log.error({ err: error }, 'a node was not answered')
    return reply.code(status).send({ message: status === 413 ? 'Too large' : 'Unavailable' })
  })
  // No one waits for it: at a hundred thousand members it takes a second or two.
  scope.addHook('onListen', async () => void state.warm())
  // Before the body is read: a stranger sends none.
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const node = await findCaller(state, request)
    if (!node) return forbid(reply)
    if (!calls.admit(node.number, performance.now()))
      return reply.code(429).header('retry-after', '60').send({ message: 'Too many' })
    callers.set(request, node)
    const now = performance.now()
    if (now - (seenAt.get(node.number) ?? -Infinity) < seenEveryMs) return undefined
    seenAt.set(node.number, now)
    await recordSeen(database, node.number).catch((error: unknown) =>
      request.log.warn({ err: error }, 'a node was not noted'),
    )
    return undefined
  })

  scope.get(`${root}/config`, async (request, reply) => {
    const { protocol, port } = callerOf(request)
    const body = JSON.stringify(nodeConfig(protocol, port, pullSeconds))
    const etag = `"cfg-${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
    reply.header('etag', etag)
    if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json').send(body)
  })

  scope.get(`${root}/user`, async (request, reply) => {
    const { etag, packed } = await state.usersOf(callerOf(request))
    reply.header('etag', etag).header('vary', 'accept-encoding')
    if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type('application/json')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(await unpack(packed))
    return reply.header('content-encoding', 'gzip').send(packed)
  })

  scope.post(`${root}/push`, async (request, reply) => {
    const { raw, body } = readJson(request.body)
    if (!(await recordTraffic(database, callerOf(request).number, raw, body))) return unreadable(reply)
    return reply.send({ status: 'success', message: 'ok', data: true, error: null })
  })

  scope.post(`${root}/alive`, async (request, reply) =>
    (await recordOnline(deps, callerOf(request).number, readJson(request.body).body))
      ? reply.send({ data: true })
      : unreadable(reply),
  )

  scope.get(`${root}/alivelist`, async (request, reply) => {
    const { group } = callerOf(request)
    const known = alive.get(group)
    const isFresh = known && performance.now() - known.at <= deps.maxAgeMs
    const asked = isFresh ? known : { at: performance.now(), counts: countOnline(database, group) }
    alive.set(group, asked)
    const counts = await asked.counts.catch((error: unknown) => {
      if (alive.get(group) === asked) alive.delete(group)
      throw error
    })
    return reply.send({ alive: counts })
  })

  scope.post(`${root}/status`, async (request, reply) =>
    (await recordLoad(database, callerOf(request).number, readJson(request.body).body))
      ? reply.send({ data: true, code: 0, message: 'success' })
      : unreadable(reply),
  )
}
