import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { NodeCalls } from '#server/modules/tunnels/nodes.rules.ts'
import { nodeConfig, isCurrent } from '#server/modules/tunnels/node-config.ts'
import type { TunnelNode } from '#server/modules/tunnels/node-directory.ts'
import { nodeTokenHash } from '#server/modules/tunnels/nodes.service.ts'
import {
  countOnline,
  recordLoad,
  recordOnline,
  recordSeen,
  recordTraffic,
  type Report,
} from '#server/modules/tunnels/reports.service.ts'
import { ReportLimits } from '#server/modules/tunnels/report-size.rules.ts'
import type { TunnelState } from '#server/modules/tunnels/tunnel-state.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'

const root = '/api/v1/server/UniProxy'
/**
 * Maximum bytes of a node's traffic report, enough for fifty thousand links. Each node's own limit depends on its
 * number of links.
 */
const reportBytes = 8 * 1024 * 1024
const reports = [`${root}/push`, `${root}/alive`, `${root}/status`]
const seenEveryMs = 15_000
const unpack = promisify(gunzip)

const isText = (value: unknown): value is string => typeof value === 'string'

async function findCaller(state: TunnelState, request: FastifyRequest): Promise<TunnelNode | null> {
  const { token, node_id: id, node_type: type } = request.query as Record<string, unknown>
  if (!isText(token) || token.length > 200) return null
  const node = (await state.directory()).byToken.get(nodeTokenHash(token).toString('hex'))
  if (!node || String(node.number) !== id || !isText(type)) return null
  // XrayR nodes send "V2ray" for every protocol of the V2Ray core.
  const isItsType = [node.protocol.protocol, 'v2ray'].includes(type.toLowerCase())
  return isItsType && node.mayCallFrom(request.ip) ? node : null
}

/** Sends the same answer for every rejection; the node daemon then keeps its last list of users. */
const forbid = (reply: FastifyReply) => reply.code(403).send({ message: 'Forbidden' })
const tooMany = (reply: FastifyReply) => reply.code(429).header('retry-after', '60').send({ message: 'Too many' })
const unreadable = (reply: FastifyReply) =>
  reply.code(422).send({ status: 'fail', message: 'Invalid data format', data: null, error: null })

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function readJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString()) as unknown
  } catch {
    return null
  }
}

class TooLarge extends Error {
  readonly statusCode = 413
}

/** API for UniProxy node daemons. The node's token is in the URL, so never log the URL. */
export async function registerUniProxy(scope: FastifyInstance, deps: Tunnels): Promise<void> {
  const { database, state, pullSeconds } = deps
  const callers = new WeakMap<FastifyRequest, TunnelNode>()
  const calls = new NodeCalls()
  const limits = new ReportLimits()
  // Limits each process to one traffic report at a time: a single one costs little, many in parallel would block the
  // server.
  const turns = new FairQueue({ running: 1, perLane: 2, waiting: 200 })
  const seenAt = new Map<number, number>()
  const alive = new Map<string, { at: number; counts: Promise<Record<string, number>> }>()
  const callerOf = (request: FastifyRequest) => callers.get(request) as TunnelNode

  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: reportBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    if (error.statusCode === 413) return reply.code(413).send({ message: 'Too large' })
    if (error instanceof SyntaxError) return unreadable(reply)
    if (error instanceof AppError && error.status === 'Unavailable') return tooMany(reply)
    request.log.error({ err: error }, 'a node was not answered')
    return reply.code(503).send({ message: 'Unavailable' })
  })
  // Builds the nodes' lists of users in the background, because with a hundred thousand members it takes a second or
  // two.
  scope.addHook('onListen', async () => void state.warm())
  // Authenticates before the body is read, so that strangers cannot make the server read large bodies.
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const node = await findCaller(state, request)
    if (!node) return forbid(reply)
    if (!calls.admit(node.number, performance.now())) return tooMany(reply)
    if (reports.includes(request.routeOptions.url ?? '')) {
      if (request.headers['transfer-encoding'] !== undefined)
        return reply.code(411).send({ message: 'Length required' })
      const bytes = Number(request.headers['content-length'] ?? 0)
      const { size } = await state.linksOf(node)
      if (!limits.admitBytes(node.number, size, bytes, performance.now())) throw new TooLarge()
    }
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

  const reportOf = async (request: FastifyRequest): Promise<Report> => {
    const node = callerOf(request)
    const links = await state.linksOf(node)
    return {
      node: node.number,
      raw: bytesOf(request),
      links,
      admit: (piece, sofar) => {
        if (!limits.admitLines(node.number, links.size, piece, sofar, performance.now())) throw new TooLarge()
      },
      inTurn: (work) => turns.run(String(node.number), work),
    }
  }

  scope.post(`${root}/push`, async (request, reply) => {
    await recordTraffic(database, await reportOf(request))
    return reply.send({ status: 'success', message: 'ok', data: true, error: null })
  })

  scope.post(`${root}/alive`, async (request, reply) => {
    await recordOnline(deps, await reportOf(request))
    return reply.send({ data: true })
  })

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
    (await recordLoad(database, callerOf(request).number, readJson(bytesOf(request))))
      ? reply.send({ data: true, code: 0, message: 'success' })
      : unreadable(reply),
  )
}
