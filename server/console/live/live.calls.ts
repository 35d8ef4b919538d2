import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { herePath, liveEvents, type HereAnswer } from '#shared/console-live.ts'
import { placeNames } from '#shared/contract/operator/console-places.ts'
import { AppError } from '#shared/errors.ts'
import { heartbeatMs, openEventStream, writeEvents } from '#server/api/open-event-stream.ts'
import { findOperatorSession } from '#server/modules/operators/operators.service.ts'
import { hereChannel, tellHere } from '#server/platform/desk-hints.queries.ts'
import { ConsoleError } from '../console-error.ts'
import type { ConsoleDeps, SignedIn } from '../console-session.ts'
import { createPresence, type Here } from './presence.ts'
import { createDeskWatch, type Send } from './watch-desk.ts'

/**
 * Maximum number of parallel event streams per process; `maxOfOperator` is the maximum per operator. Further clients
 * retry later.
 */
const maxStreams = 400
const maxOfOperator = 6

const body = Type.Object({
  tab: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  spot: Type.Union([
    Type.Object({ place: Type.Enum([...placeNames]), id: Type.String({ minLength: 1, maxLength: 100 }) }),
    Type.Null(),
  ]),
})

/**
 * Event stream of the console, and presence of operators. Neither counts as activity, so that an abandoned page times
 * out after 30 minutes.
 */
export function registerLive(api: FastifyInstance, { database, config, cookie }: ConsoleDeps): void {
  const presence = createPresence(() => Date.now())
  const desk = createDeskWatch(database, config, presence, api.log)
  const streams = new Map<ServerResponse, string>()
  const require = async (cookies: string | undefined): Promise<SignedIn> => {
    const token = cookie.read(cookies)
    const session = token === null ? undefined : await findOperatorSession(database, token)
    if (token === null || !session) throw new ConsoleError('NotSignedIn')
    return { token, session }
  }
  const put = (here: Here) => presence.put(here).forEach(desk.tellHere)

  let stopHearing: (() => Promise<void>) | null = null
  const hear = () => {
    stopHearing ??= database.listen(hereChannel, (payload) => put(JSON.parse(payload) as Here))
  }
  const heartbeat = setInterval(() => {
    for (const stream of streams.keys()) writeEvents(stream, ':\n\n')
  }, heartbeatMs)
  heartbeat.unref()
  // Streams stay open, so the server must end them before it can close.
  api.addHook('preClose', async () => {
    clearInterval(heartbeat)
    await desk.stop()
    await stopHearing?.()
  })

  api.get(liveEvents, { exposeHeadRoute: false }, async (request, reply) => {
    const { token, session } = await require(request.headers.cookie)
    const { operatorId, role } = session
    const own = [...streams.values()].filter((id) => id === operatorId)
    if (streams.size >= maxStreams || own.length >= maxOfOperator) throw new AppError('Unavailable')
    if (reply.raw.destroyed) return
    hear()
    const stream = openEventStream(request, reply)
    streams.set(stream, operatorId)
    stream.write('retry: 2000\n\n')
    const send: Send = (event, data) => writeEvents(stream, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    const leave = desk.join({ token, operatorId, role, send, end: () => stream.end() })
    stream.once('close', () => {
      streams.delete(stream)
      leave()
    })
  })

  api.post<{ Body: Type.Static<typeof body> }>(herePath, { schema: { body } }, async (request, reply) => {
    const { session } = await require(request.headers.cookie)
    const { operatorId, name } = session
    const { tab, spot } = request.body
    const here: Here = { tab, operatorId, name, spot }
    hear()
    put(here)
    // Tells other processes which page this tab shows. This process receives its own message too, without effect.
    await tellHere(database, JSON.stringify(here))
    const answer: HereAnswer = { others: spot ? presence.othersAt(spot, operatorId) : [] }
    return reply.send(answer)
  })
}
