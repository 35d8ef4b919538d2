import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Faults } from '../faults.ts'
import { documentOf, type DocumentFormat } from './panel-document.ts'
import { misbehave } from './misbehave.ts'

type MarzbanUser = {
  username: string
  status: 'active' | 'disabled' | 'expired' | 'limited' | 'on_hold'
  expire: number | null
  proxies: Record<string, unknown>
  note: string | null
  next_plan: unknown
  admin: string
  credential: string
  /** Counter that is incremented when the user's subscription link is revoked; older links stop working. */
  generation: number
  created_at: string
  used: number
}
type MarzbanOptions = { readonly username: string; readonly password: string; readonly prefix?: string }
type Change = {
  username?: string
  status?: string
  expire?: number | null
  proxies?: Record<string, unknown>
  inbounds?: Record<string, readonly string[]>
  note?: string
  next_plan?: unknown
}

export class MarzbanPanel {
  readonly users = new Map<string, MarzbanUser>()
  readonly tokens = new Set<string>()
  readonly faults = new Faults()
  /** If true, the panel reports deletions as done without executing them. */
  keepsDeleted = false
  readonly options: MarzbanOptions
  /** Protocols of the panel's Xray with the names of their inbounds; the panel rejects all others. */
  inbounds: Readonly<Record<string, readonly string[]>> = {
    vless: ['VLESS TCP REALITY'],
    trojan: ['Trojan TCP TLS'],
    shadowsocks: ['Shadowsocks TCP'],
  }
  calls = 0
  signIns = 0

  constructor(options: MarzbanOptions) {
    this.options = options
  }

  add(username: string, known: Partial<MarzbanUser>): MarzbanUser {
    const user: MarzbanUser = {
      username,
      status: 'active',
      expire: null,
      proxies: { vless: {} },
      note: null,
      next_plan: null,
      admin: this.options.username,
      credential: randomUUID(),
      generation: 1,
      created_at: new Date().toISOString().slice(0, 19),
      used: 0,
      ...known,
    }
    this.users.set(username, user)
    return user
  }

  expire(now = Date.now()): void {
    for (const user of this.users.values())
      if (user.status === 'active' && user.expire !== null && user.expire * 1_000 <= now) user.status = 'expired'
  }

  show({ admin: _admin, credential, generation, used, ...user }: MarzbanUser): Record<string, unknown> {
    const names = Object.keys(user.proxies)
    return {
      ...user,
      proxies: Object.fromEntries(names.map((name) => [name, { id: credential, flow: '' }])),
      inbounds: Object.fromEntries(names.map((name) => [name, this.inbounds[name] ?? []])),
      data_limit: null,
      data_limit_reset_strategy: 'no_reset',
      used_traffic: used,
      lifetime_used_traffic: used,
      sub_updated_at: null,
      sub_last_user_agent: null,
      online_at: null,
      links: [`vless://${credential}@node.example.org:443?security=reality&type=tcp#Simulated`],
      subscription_url: `${this.options.prefix ?? ''}/sub/${Buffer.from(`${user.username},${generation}`).toString('base64url')}.${randomBytes(4).toString('hex')}`,
      excluded_inbounds: Object.fromEntries(names.map((name) => [name, []])),
    }
  }
}

export async function registerMarzban(scope: FastifyInstance, panel: MarzbanPanel): Promise<void> {
  const { users, tokens, options } = panel
  /**
   * Finds a user of this admin. Returns undefined after it sent a rejection: users of another admin are forbidden, not
   * hidden.
   */
  const mine = (name: string, reply: FastifyReply): MarzbanUser | undefined => {
    const user = users.get(name)
    if (user?.admin === options.username) return user
    reply.code(user ? 403 : 404).send({ detail: user ? "You're not allowed" : 'User not found' })
    return undefined
  }
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  scope.addHook('onRequest', async (request, reply) => {
    panel.calls++
    const path = request.url.slice(scope.prefix.length)
    if (path.startsWith('/sub/') || path === '/api/admin/token') return undefined
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (tokens.has(token)) return undefined
    return reply.code(401).header('www-authenticate', 'Bearer').send({ detail: 'Could not validate credentials' })
  })
  misbehave(scope, panel.faults)

  scope.post<{ Body: { username?: string; password?: string } }>('/api/admin/token', async ({ body }, reply) => {
    panel.signIns++
    if (body.username !== options.username || body.password !== options.password)
      return reply.code(401).header('www-authenticate', 'Bearer').send({ detail: 'Incorrect username or password' })
    const token = randomBytes(24).toString('base64url')
    tokens.add(token)
    return { access_token: token, token_type: 'bearer' }
  })
  scope.get<{ Params: { name: string } }>('/api/user/:name', async ({ params }, reply) => {
    panel.expire()
    const user = mine(params.name, reply)
    return user ? panel.show(user) : reply
  })
  scope.post<{ Body: Change }>('/api/user', async ({ body }, reply) => {
    const { username = '', proxies = {}, inbounds = {}, expire, status, note, next_plan: nextPlan } = body
    if (!/^[a-z0-9_]{3,32}$/i.test(username))
      return reply.code(422).send({ detail: { username: 'Username only can be 3 to 32 characters' } })
    if (Object.keys(proxies).length === 0)
      return reply.code(422).send({ detail: { proxies: 'Value error, Each user needs at least one proxy' } })
    if (status !== undefined && status !== 'active' && status !== 'on_hold')
      return reply.code(422).send({ detail: { status: 'Invalid status' } })
    const tags = Object.values(panel.inbounds).flat()
    const strange = Object.values(inbounds)
      .flat()
      .find((tag) => !tags.includes(tag))
    if (strange !== undefined)
      return reply.code(422).send({ detail: { inbounds: `Value error, Inbound ${strange} doesn't exist` } })
    const disabled = Object.keys(proxies).find((protocol) => !panel.inbounds[protocol]?.length)
    if (disabled !== undefined)
      return reply.code(400).send({ detail: `Protocol ${disabled} is disabled on your server` })
    if (users.has(username)) return reply.code(409).send({ detail: 'User already exists' })
    return panel.show(
      panel.add(username, {
        proxies,
        expire: typeof expire === 'number' && expire > 0 ? expire : null,
        note: note ?? null,
        next_plan: nextPlan ?? null,
      }),
    )
  })
  scope.put<{ Params: { name: string }; Body: Change }>('/api/user/:name', async ({ params, body }, reply) => {
    const user = mine(params.name, reply)
    if (!user) return reply
    const { status, expire } = body
    if (status !== undefined && !['active', 'disabled', 'on_hold'].includes(status))
      return reply.code(422).send({ detail: { status: 'Invalid status' } })
    if (expire !== undefined) user.expire = typeof expire === 'number' && expire > 0 ? expire : null
    if (status === 'active' || status === 'disabled') user.status = status
    user.next_plan = body.next_plan ?? null
    panel.expire()
    return panel.show(user)
  })
  scope.post<{ Params: { name: string } }>('/api/user/:name/revoke_sub', async ({ params }, reply) => {
    const user = mine(params.name, reply)
    if (!user) return reply
    user.credential = randomUUID()
    user.generation++
    return panel.show(user)
  })
  scope.delete<{ Params: { name: string } }>('/api/user/:name', async ({ params }, reply) => {
    if (!mine(params.name, reply)) return reply
    if (!panel.keepsDeleted) users.delete(params.name)
    return { detail: 'User successfully deleted' }
  })
  type Page = { Querystring: { offset?: string; limit?: string; sort?: string } }
  scope.get<Page>('/api/users', async ({ query }) => {
    panel.expire()
    const own = [...users.values()].filter(({ admin }) => admin === options.username)
    // Without sorting, the real panel's database returns pages in arbitrary, inconsistent order.
    const all = query.sort === undefined ? shuffle(own, Number(query.offset ?? 0)) : own
    const from = Number(query.offset ?? 0)
    const page = all.slice(from, query.limit === undefined ? undefined : from + Number(query.limit))
    return { users: page.map((user) => panel.show(user)), total: all.length }
  })
  scope.get<{ Params: { token: string } }>('/sub/:token', async (request, reply) => {
    const { params } = request
    panel.expire()
    const [name = '', generation] = Buffer.from(params.token.split('.', 1)[0] ?? '', 'base64url')
      .toString()
      .split(',')
    const user = users.get(name)
    if (!user || String(user.generation) !== generation) return reply.code(404).send({ detail: 'Not Found' })
    const { type, body } = documentOf(formatFor(request.headers['user-agent'] ?? ''), user.credential)
    return reply
      .headers({
        'content-disposition': `attachment; filename="${user.username}"`,
        'profile-web-page-url': request.url,
        'profile-update-interval': '12',
        'subscription-userinfo': `upload=0; download=${user.used}; total=0; expire=${user.expire ?? 0}`,
      })
      .type(type)
      .send(body)
  })
}

/**
 * Chooses the document format by the start of the User-Agent, like the panel, which knows Hiddify only by its former
 * name.
 */
function formatFor(app: string): DocumentFormat {
  if (/^(clash|flclash|mihomo|stash)/i.test(app)) return 'mihomo'
  return /^(SFA|SFI|SFM|SFT|[Kk]aring|[Hh]iddify[Nn]ext)/.test(app) ? 'sing-box' : 'list'
}

const shuffle = <T>(all: readonly T[], by: number): T[] => [...all.slice(by % 7), ...all.slice(0, by % 7)]
