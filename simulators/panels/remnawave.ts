import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Faults } from '../faults.ts'
import { KeptFile } from '../kept-file.ts'
import { documentOf, messageOf, type DocumentFormat } from './panel-document.ts'
import { misbehave } from './misbehave.ts'

type Status = 'ACTIVE' | 'DISABLED' | 'EXPIRED' | 'LIMITED'
export type RemnawaveUser = {
  id: number
  shortUuid: string
  username: string
  status: Status
  expireAt: string
  tag: string | null
  hwidDeviceLimit: number | null
  vlessUuid: string
  subRevokedAt: string | null
  createdAt: string
  updatedAt: string
  squads: string[]
  usedBytes: number
}
type RemnawaveOptions = {
  readonly token: string
  /** Address of the links of users, if it is not that of the panel. */
  readonly prefix?: string
}
type Change = {
  username?: unknown
  status?: unknown
  expireAt?: unknown
  hwidDeviceLimit?: unknown
  activeInternalSquads?: unknown
  tag?: unknown
}

export class RemnawavePanel {
  readonly users: Map<string, RemnawaveUser>
  readonly faults = new Faults()
  readonly options: RemnawaveOptions
  scopes: readonly string[] = ['*']
  /** Ids of deleted internal squads (groups of nodes). Assigning a user to one causes a database error (HTTP 500). */
  readonly deletedSquads = new Set<string>()
  /** Number of connected nodes; with none, connections of users cannot be dropped. */
  connectedNodes = 1
  /** Answers an app's request for its subscription instead of the panel's own document, if set. */
  document: ((asked: IncomingHttpHeaders, reply: FastifyReply) => FastifyReply) | null = null
  /** If true, the panel reports deletions as done without executing them. */
  keepsDeleted = false
  readonly drops: string[] = []
  calls = 0
  #next: number
  readonly #kept: KeptFile<{ users: RemnawaveUser[] }>

  constructor(options: RemnawaveOptions, folder: string | null = null) {
    this.options = options
    this.#kept = new KeptFile(folder, 'panel.json', { users: [] })
    this.users = new Map(this.#kept.state.users.map((user) => [user.username, user]))
    this.#next = Math.max(4_710, ...this.#kept.state.users.map(({ id }) => id)) + 1
  }

  save(): void {
    this.#kept.state.users = [...this.users.values()]
    this.#kept.save()
  }
  close(): void {
    this.#kept.close()
  }

  byId = (id: string): RemnawaveUser | undefined => [...this.users.values()].find((user) => String(user.id) === id)

  add(username: string, { status, expireAt, hwidDeviceLimit, tag, squads }: Partial<RemnawaveUser>): RemnawaveUser {
    const at = new Date().toISOString()
    const user: RemnawaveUser = {
      id: this.#next++,
      shortUuid: randomBytes(12).toString('base64url'),
      username,
      status: status ?? 'ACTIVE',
      expireAt: expireAt ?? at,
      tag: tag ?? null,
      hwidDeviceLimit: hwidDeviceLimit ?? null,
      vlessUuid: randomUUID(),
      subRevokedAt: null,
      createdAt: at,
      updatedAt: at,
      squads: squads ?? [],
      usedBytes: 0,
    }
    this.users.set(username, user)
    return user
  }

  expire(now = Date.now()): void {
    for (const user of this.users.values())
      if (user.status === 'ACTIVE' && Date.parse(user.expireAt) <= now) user.status = 'EXPIRED'
  }

  show(user: RemnawaveUser, base: string): Record<string, unknown> {
    const { squads, usedBytes, ...rest } = user
    return {
      ...rest,
      trafficLimitBytes: 0,
      trafficLimitStrategy: 'NO_RESET',
      telegramId: null,
      email: null,
      description: null,
      externalSquadUuid: null,
      trojanPassword: 'simulated',
      ssPassword: 'simulated',
      lastTriggeredThreshold: 0,
      lastTrafficResetAt: null,
      subscriptionUrl: `${this.options.prefix ?? base}/sub/${user.shortUuid}`,
      activeInternalSquads: squads.map((squad) => ({ uuid: squad, name: 'Paid' })),
      userTraffic: {
        usedTrafficBytes: usedBytes,
        lifetimeUsedTrafficBytes: usedBytes,
        onlineAt: null,
        firstConnectedAt: null,
        lastConnectedNodeUuid: null,
      },
    }
  }

  webhook(secret: string, event: string, user: RemnawaveUser): PanelMessage {
    const timestamp = new Date().toISOString()
    return this.sign(secret, JSON.stringify({ scope: 'user', event, timestamp, data: this.show(user, ''), meta: null }))
  }

  sign(secret: string, body: string): PanelMessage {
    const headers = {
      'content-type': 'application/json',
      'x-remnawave-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'x-remnawave-timestamp': new Date().toISOString(),
      'user-agent': 'Remnawave',
    }
    return { headers, body }
  }
}

type PanelMessage = { headers: Record<string, string>; body: string }

const refuse = (reply: FastifyReply, status: number, path: string, message: string, errorCode: string) =>
  reply.code(status).send({ timestamp: new Date().toISOString(), path, message, errorCode })
const invalid = (reply: FastifyReply, field: string, message: string) =>
  reply.code(400).send({
    statusCode: 400,
    message: 'Validation failed',
    errors: [{ code: 'custom', path: [field], message }],
  })
const sameText = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

function fault(
  { username, status, expireAt, activeInternalSquads, hwidDeviceLimit }: Change,
  { isNew }: { isNew: boolean },
): [string, string] | null {
  if (typeof username !== 'string' || !/^[A-Za-z0-9_-]{3,36}$/.test(username)) return ['username', 'Invalid username']
  if (status !== undefined && status !== 'ACTIVE' && status !== 'DISABLED') return ['status', 'Invalid status']
  if (expireAt !== undefined) {
    const at = typeof expireAt === 'string' ? Date.parse(expireAt) : Number.NaN
    if (Number.isNaN(at)) return ['expireAt', 'Invalid date']
    // Remnawave's API rejects past dates only in changes, not for new users.
    if (!isNew && at <= Date.now()) return ['expireAt', 'Expiration date cannot be in the past']
  }
  if (hwidDeviceLimit !== undefined && !(Number.isInteger(hwidDeviceLimit) && Number(hwidDeviceLimit) >= 0))
    return ['hwidDeviceLimit', 'Invalid limit']
  if (activeInternalSquads !== undefined && !Array.isArray(activeInternalSquads))
    return ['activeInternalSquads', 'Invalid squads']
  return null
}

export async function registerRemnawave(scope: FastifyInstance, panel: RemnawavePanel): Promise<void> {
  const { users, options } = panel
  const baseOf = (request: { protocol: string; host: string }) => `${request.protocol}://${request.host}${scope.prefix}`
  scope.addHook('onRequest', async (request, reply) => {
    panel.calls++
    if (request.headers['x-forwarded-proto'] !== 'https' || request.headers['x-forwarded-for'] === undefined) {
      request.raw.socket.destroy()
      return reply.hijack()
    }
    if (request.url.startsWith(`${scope.prefix}/sub/`)) return undefined
    const given = request.headers.authorization ?? ''
    if (!sameText(given, `Bearer ${options.token}`))
      return reply.code(401).send({ message: 'Unauthorized', statusCode: 401 })
    return undefined
  })
  /**
   * Checks the permission before the body is validated, so that even an invalid call shows whether the token allows it.
   */
  const allow = (resource: string, kind: 'read' | 'write', endpoint: string) => ({
    preValidation: async (_request: FastifyRequest, reply: FastifyReply) => {
      const enough = ['*', `${resource}:*`, `${resource}:${kind}`, `${resource}:${endpoint}`]
      if (enough.some((one) => panel.scopes.includes(one))) return undefined
      return reply.code(403).send({ message: 'Forbidden resource', error: 'Forbidden', statusCode: 403 })
    },
  })
  const isDeleted = (squads: unknown) =>
    Array.isArray(squads) && squads.some((one) => panel.deletedSquads.has(String(one)))
  const idOf = (id: string, reply: FastifyReply): string | null => {
    if (Number(id) > 0) return id
    invalid(reply, 'userId', 'Invalid input: expected number, received NaN')
    return null
  }
  misbehave(scope, panel.faults)
  scope.addHook('onResponse', async () => panel.save())

  scope.get<{ Params: { name: string } }>(
    '/api/users/by-username/:name',
    allow('users', 'read', 'by-username'),
    async (request, reply) => {
      panel.expire()
      const user = users.get(request.params.name)
      if (!user) return refuse(reply, 404, request.url, 'User with specified params not found', 'A063')
      return { response: panel.show(user, baseOf(request)) }
    },
  )
  scope.post<{ Body: Change }>('/api/users', allow('users', 'write', 'create'), async (request, reply) => {
    const { body } = request
    const wrong = fault(body, { isNew: true })
    if (wrong) return invalid(reply, ...wrong)
    if (typeof body.expireAt !== 'string') return invalid(reply, 'expireAt', 'Required')
    const username = String(body.username)
    if (users.has(username)) return refuse(reply, 400, request.url, 'User username already exists', 'A019')
    if (isDeleted(body.activeInternalSquads)) return refuse(reply, 500, request.url, 'Failed to create user', 'A018')
    const user = panel.add(username, {
      status: body.status === 'DISABLED' ? 'DISABLED' : 'ACTIVE',
      expireAt: new Date(body.expireAt).toISOString(),
      hwidDeviceLimit: typeof body.hwidDeviceLimit === 'number' ? body.hwidDeviceLimit : null,
      tag: typeof body.tag === 'string' ? body.tag : null,
      squads: Array.isArray(body.activeInternalSquads) ? body.activeInternalSquads.map(String) : [],
    })
    return reply.code(201).send({ response: panel.show(user, baseOf(request)) })
  })
  scope.patch<{ Body: Change }>('/api/users', allow('users', 'write', 'update'), async (request, reply) => {
    const { body } = request
    const wrong = fault(body, { isNew: false })
    if (wrong) return invalid(reply, ...wrong)
    panel.expire()
    const user = users.get(String(body.username))
    if (!user) return refuse(reply, 404, request.url, 'User not found', 'A025')
    if (isDeleted(body.activeInternalSquads)) return refuse(reply, 500, request.url, 'Update user error', 'A039')
    if (typeof body.expireAt === 'string') {
      const expireAt = new Date(body.expireAt).toISOString()
      // A new expiry date reactivates expired users but not disabled ones.
      if (user.status === 'EXPIRED' && body.status === undefined && expireAt !== user.expireAt) user.status = 'ACTIVE'
      user.expireAt = expireAt
    }
    if (body.status === 'ACTIVE') user.status = 'ACTIVE'
    // Only active users can be disabled; disabling an expired or limited one changes nothing.
    if (body.status === 'DISABLED' && user.status === 'ACTIVE') user.status = 'DISABLED'
    if (typeof body.hwidDeviceLimit === 'number') user.hwidDeviceLimit = body.hwidDeviceLimit
    if (Array.isArray(body.activeInternalSquads)) user.squads = body.activeInternalSquads.map(String)
    user.updatedAt = new Date().toISOString()
    return { response: panel.show(user, baseOf(request)) }
  })
  scope.delete<{ Params: { id: string } }>(
    '/api/users/:id',
    allow('users', 'write', 'delete'),
    async (request, reply) => {
      const id = idOf(request.params.id, reply)
      if (id === null) return reply
      const user = panel.byId(id)
      if (!user) return refuse(reply, 404, request.url, 'User not found', 'A025')
      if (!panel.keepsDeleted) users.delete(user.username)
      return reply.code(204).send()
    },
  )
  const mayDisable = allow('users', 'write', 'disable')
  scope.post<{ Params: { id: string } }>('/api/users/:id/actions/disable', mayDisable, async (request, reply) => {
    const id = idOf(request.params.id, reply)
    if (id === null) return reply
    panel.expire()
    const user = panel.byId(id)
    if (!user) return refuse(reply, 404, request.url, 'User not found', 'A025')
    if (user.status === 'DISABLED') return refuse(reply, 400, request.url, 'User already disabled', 'A029')
    user.status = 'DISABLED'
    return { response: panel.show(user, baseOf(request)) }
  })
  const mayRevoke = allow('users', 'write', 'revoke-subscription')
  scope.post<{ Params: { id: string } }>('/api/users/:id/actions/revoke', mayRevoke, async (request, reply) => {
    const id = idOf(request.params.id, reply)
    if (id === null) return reply
    const user = panel.byId(id)
    if (!user) return refuse(reply, 404, request.url, 'User not found', 'A025')
    Object.assign(user, {
      shortUuid: randomBytes(12).toString('base64url'),
      vlessUuid: randomUUID(),
      subRevokedAt: new Date().toISOString(),
    })
    return { response: panel.show(user, baseOf(request)) }
  })
  type Drop = { Body: { dropBy?: { userIds?: unknown[] } } }
  scope.post<Drop>('/api/connections/drop', allow('connections', 'write', 'drop'), async (request, reply) => {
    const ids = request.body.dropBy?.userIds
    if (!Array.isArray(ids)) return invalid(reply, 'dropBy', 'Invalid input')
    if (panel.connectedNodes === 0) return refuse(reply, 404, request.url, 'Connected nodes not found', 'A219')
    for (const id of ids) panel.drops.push(panel.byId(String(id))?.username ?? '')
    return reply.code(202).send()
  })
  type Stream = { Querystring: { size?: string; cursor?: string; tag?: string } }
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify waits for it
  scope.get<Stream>('/api/users/stream', allow('users', 'read', 'stream'), async (request) => {
    panel.expire()
    const { size = '100', cursor = '0', tag } = request.query
    const found = [...users.values()]
      .filter((user) => user.id > Number(cursor) && (tag === undefined || user.tag === tag))
      .toSorted((a, b) => a.id - b.id)
    const page = found.slice(0, Number(size))
    const hasMore = found.length > page.length
    const last = page.at(-1)
    return {
      response: {
        users: page.map((user) => panel.show(user, baseOf(request))),
        nextCursor: hasMore && last ? String(last.id) : null,
        hasMore,
      },
    }
  })
  scope.get<{ Params: { short: string } }>('/sub/:short', async (request, reply) => {
    panel.expire()
    const user = [...users.values()].find(({ shortUuid }) => shortUuid === request.params.short)
    if (!user) return reply.code(404).send('')
    if (panel.document) return panel.document(request.headers, reply)
    const isUnnamed = user.hwidDeviceLimit !== null && request.headers['x-hwid'] === undefined
    const format = formatFor(request.headers['user-agent'] ?? '')
    const message = isUnnamed ? 'App not supported' : user.status === 'ACTIVE' ? null : 'Contact support'
    const { type, body } = message === null ? documentOf(format, user.vlessUuid) : messageOf(format, message)
    return reply
      .headers({
        'content-disposition': `attachment; filename=${user.username}`,
        'subscription-userinfo': `upload=0; download=${user.usedBytes}; total=0; expire=${Math.floor(Date.parse(user.expireAt) / 1_000)}`,
        'profile-update-interval': '12',
        // Header that Remnawave sends for users whose traffic resets daily.
        'subscription-refill-date': String(Math.floor(Date.now() / 1_000) + 86_400),
        'x-hwid-active': 'true',
        'x-made-by': 'the operator of the panel',
        ...(isUnnamed && { 'x-hwid-not-supported': 'true' }),
      })
      .type(type)
      .send(body)
  })
}

/**
 * Chooses the document format by the first matching rule of the panel's defaults. In the third rule, only the first
 * name is anchored.
 */
function formatFor(app: string): DocumentFormat {
  if (/^(flclash|flowvy|murge|mihomo|prizrak-box|koala-clash|clash(-verge|-nyanpasu|x meta|[-.]?meta))/i.test(app))
    return 'mihomo'
  if (/^stash/i.test(app)) return 'mihomo'
  if (/^sfa|sfi|sfm|sft|karing|singbox/i.test(app)) return 'sing-box'
  return /^clash/i.test(app) ? 'mihomo' : 'list'
}
