import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { groupEventsPath, GroupCode } from '#shared/contract/group.ts'
import { AppError } from '#shared/errors.ts'
import { languageOfHeader } from '#shared/language.ts'
import { normalizeGroupId } from '#server/modules/groups/groups.service.ts'
import type { Database } from '#server/platform/database.ts'
import { networkOf } from '#server/platform/network.ts'
import { createGroupWatch, type CardText } from '#server/workflows/groups/watch-groups.ts'
import { heartbeatMs, openEventStream, writeEvents } from './open-event-stream.ts'

/** Maximum number of open event streams in this process and per network; further clients fall back to polling. */
const maxStreams = 4_000
const maxOfNetwork = 100

const query = Type.Object({ group: GroupCode, language: Type.Optional(Type.Enum(['en', 'zh_CN'])) })

export function registerGroupEvents(api: FastifyInstance, database: Database): void {
  const groups = createGroupWatch(database)
  const streams = new Set<ServerResponse>()
  const byNetwork = new Map<string, number>()
  const count = (network: string, change: 1 | -1) => {
    const left = (byNetwork.get(network) ?? 0) + change
    if (left === 0) byNetwork.delete(network)
    else byNetwork.set(network, left)
  }
  const heartbeat = setInterval(() => streams.forEach((stream) => writeEvents(stream, ':\n\n')), heartbeatMs)
  heartbeat.unref()

  // Ends all open streams before the server closes, because it would wait for them forever.
  api.addHook('preClose', async () => {
    clearInterval(heartbeat)
    for (const stream of streams) stream.end()
    groups.stop()
  })

  api.get<{ Querystring: { group: string; language?: string } }>(
    groupEventsPath,
    // Without this option Fastify adds a HEAD route, which would never be answered and would occupy a stream.
    { schema: { querystring: query }, exposeHeadRoute: false },
    async (request, reply) => {
      const network = networkOf(request.ip)
      if (streams.size >= maxStreams || (byNetwork.get(network) ?? 0) >= maxOfNetwork) throw new AppError('Unavailable')
      const stream = reply.raw
      let early: CardText | null = null
      const send = (card: CardText) => {
        if (streams.has(stream)) writeEvents(stream, `event: group\nid: ${card.version}\ndata: ${card.json}\n\n`)
        else early = card
      }
      count(network, 1)
      let leave = () => {}
      stream.once('close', () => {
        streams.delete(stream)
        count(network, -1)
        leave()
      })
      const groupId = normalizeGroupId(request.query.group)
      const stopWatching = await groups.watch(groupId, languageOfHeader(request.query.language), send)
      if (stream.destroyed) return stopWatching()
      leave = stopWatching
      openEventStream(request, reply)
      streams.add(stream)
      stream.write('retry: 2000\n\n')
      if (early) send(early)
    },
  )
}
