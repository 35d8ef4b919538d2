import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asPanelFault, createProvider } from '#server/modules/tunnels/panels/create-panels.ts'
import { guardPanel } from '#server/modules/tunnels/panels/guard-panel.ts'
import {
  PanelAway,
  PanelRefused,
  type ProviderKind,
  type Seen,
  type TunnelProvider,
} from '#server/modules/tunnels/panels/port.ts'
import type { ProviderSettings } from '#server/modules/tunnels/panels/provider-settings.ts'
import type { DeliveredTerms } from '#server/modules/tunnels/panels/delivered-terms.rules.ts'
import { marzbanPassword, remnawaveToken, secret, squad, startPanels, type SimulatedPanels } from './panels.setup.ts'
import { sentence } from '#text/sentence.ts'

let panels: SimulatedPanels
beforeAll(async () => {
  panels = await startPanels()
})
afterAll(() => panels.app.close())

type Standing = { isOpen: boolean; until: number | null; devices: number | null; credential: string | null }
type Hand = {
  readonly kind: ProviderKind
  readonly look: (subject: string) => Standing | null
  readonly faults: () => {
    add(fault: { method: string; kind: 'lost' | 'status500' | 'reset' | 'timeout'; times: number; ms: number }): void
    clear(): void
  }
  /** Routes of the requests that open access, for known and unknown users. */
  readonly routes: readonly string[]
  readonly keepsDevices: boolean
  readonly endsConnections: boolean
  readonly secrets: readonly string[]
}
const hands: Readonly<Record<string, Hand>> = {
  Remnawave: {
    kind: 'remnawave',
    look(subject) {
      const user = panels.remnawave.users.get(subject)
      if (!user) return null
      const { status, expireAt, hwidDeviceLimit: devices, vlessUuid: credential } = user
      return { isOpen: status === 'ACTIVE', until: Date.parse(expireAt), devices, credential }
    },
    faults: () => panels.remnawave.faults,
    routes: ['PATCH /remnawave/api/users', 'POST /remnawave/api/users', 'GET /remnawave/api/users/by-username/:name'],
    keepsDevices: true,
    endsConnections: true,
    secrets: [remnawaveToken],
  },
  Marzban: {
    kind: 'marzban',
    look(subject) {
      const user = panels.marzban.users.get(subject)
      if (!user) return null
      const { status, expire, credential } = user
      return { isOpen: status === 'active', until: expire === null ? null : expire * 1_000, devices: null, credential }
    },
    faults: () => panels.marzban.faults,
    routes: [
      'POST /marzban/api/admin/token',
      'GET /marzban/api/user/:name',
      'POST /marzban/api/user',
      'PUT /marzban/api/user/:name',
    ],
    keepsDevices: false,
    endsConnections: false,
    secrets: [marzbanPassword],
  },
  'a webhook': {
    kind: 'webhook',
    look(subject) {
      const known = panels.receiver.states.get(subject)
      if (!known || known.state === 'erased') return null
      const { state, validUntil, maxDevices } = known
      return {
        isOpen: state === 'active',
        until: validUntil === null ? null : Date.parse(validUntil),
        devices: maxDevices,
        credential: null,
      }
    },
    faults: () => panels.receiver.faults,
    routes: ['POST /receiver'],
    keepsDevices: true,
    endsConnections: true,
    secrets: [secret],
  },
}

let count = 0
const someone = (): string =>
  `wf_${String(count++)
    .padStart(20, 'a')
    .replaceAll(/[0189]/g, (digit) => 'wxyz'['0189'.indexOf(digit)]!)}`
let version = 1
const told = (subject: string, more: Partial<DeliveredTerms> = {}): DeliveredTerms => ({
  subject,
  version: version++,
  state: 'active',
  validUntil: new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000),
  maxDevices: 3,
  plan: 'paid',
  ...more,
})

describe.each(Object.entries(hands))('tunnel provider %s', (_name, hand) => {
  let provider: TunnelProvider
  const make = (change: object = {}) =>
    createProvider({ kind: hand.kind, ...panels.settings[hand.kind], ...change } as ProviderSettings, {
      timeout: 1_500,
    })
  beforeEach(() => {
    provider = make()
  })
  afterEach(() => hand.faults().clear())

  it('a tunnel is opened until a date, repeated without harm, and extended', async () => {
    const subject = someone()
    const first = told(subject)
    const { externalId } = await provider.apply(first)
    expect(externalId).toBeTruthy()
    const before = hand.look(subject)
    expect(before).toMatchObject({ isOpen: true, until: first.validUntil?.getTime() })
    expect(before!.devices).toBe(hand.keepsDevices ? 3 : null)
    expect((await provider.apply(first)).externalId).toBe(externalId)
    expect(hand.look(subject)).toEqual(before)
    const longer = told(subject, { validUntil: new Date(first.validUntil!.getTime() + 86_400_000), maxDevices: 5 })
    await provider.apply(longer)
    expect(hand.look(subject)).toMatchObject({
      isOpen: true,
      until: longer.validUntil?.getTime(),
      devices: hand.keepsDevices ? 5 : null,
      credential: before!.credential,
    })
  })

  it('a tunnel is closed at once when expired or blocked, and opened again', async () => {
    const subject = someone()
    await provider.apply(told(subject))
    await provider.apply(told(subject, { state: 'blocked' }))
    expect(hand.look(subject)).toMatchObject({ isOpen: false })
    await provider.apply(told(subject))
    expect(hand.look(subject)).toMatchObject({ isOpen: true })
    await provider.apply(told(subject, { state: 'expired', validUntil: null }))
    expect(hand.look(subject)).toMatchObject({ isOpen: false })
    await provider.apply(told(subject))
    expect(hand.look(subject)).toMatchObject({ isOpen: true })
  })

  it('users unknown to the provider can be closed and erased', async () => {
    const [ended, gone] = [someone(), someone()]
    await provider.apply(told(ended, { state: 'expired', validUntil: null }))
    await provider.apply(told(gone, { state: 'erased', validUntil: null }))
    expect([ended, gone].some((subject) => hand.look(subject)?.isOpen)).toBe(false)
  })

  it('a user is erased completely, any number of times', async () => {
    const subject = someone()
    await provider.apply(told(subject))
    const gone = told(subject, { state: 'erased', validUntil: null })
    expect(await provider.apply(gone)).toEqual({ externalId: null })
    expect(hand.look(subject)).toBeNull()
    await provider.apply(gone)
    expect(hand.look(subject)).toBeNull()
    expect((await provider.see?.(subject)) ?? null).toBeNull()
  })

  // Without this, a repeated creation ends at "User username already exists" (snoups/remnashop#17).
  it('a lost response to any call is recovered by repeating it', async () => {
    for (const method of hand.routes) {
      const subject = someone()
      hand.faults().add({ method, kind: 'lost', times: 1, ms: 0 })
      const anew = make()
      let lost = 0
      for (let round = 0; round < 5; round++)
        await anew.apply(told(subject)).catch((error: unknown) => {
          if (!(error instanceof PanelAway)) throw error
          lost++
        })
      expect(lost, method).toBe(1)
      expect(hand.look(subject)).toMatchObject({ isOpen: true })
      const until = told(subject)
      await provider.apply(until)
      expect(hand.look(subject)).toMatchObject({ isOpen: true, until: until.validUntil?.getTime() })
    }
  })

  it.each(['status500', 'reset', 'timeout'] as const)(
    'the provider counts as away after %s, and nothing is changed',
    async (kind) => {
      const subject = someone()
      hand.faults().add({ method: '*', kind, times: 9, ms: 0 })
      const error = await provider.apply(told(subject)).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(PanelAway)
      for (const known of hand.secrets) expect(String(error)).not.toContain(known)
      expect(hand.look(subject)).toBeNull()
    },
  )

  it('credentials are renewed, and connections are dropped where supported', async () => {
    const subject = someone()
    await provider.apply(told(subject))
    const before = hand.look(subject)?.credential
    await provider.revoke(subject)
    expect(hand.look(subject)?.credential === before).toBe(before === null)
    expect(await provider.drop(subject)).toBe(hand.endsConnections ? 'dropped' : 'unsupported')
  })

  it.skipIf(hand.kind === 'webhook')(
    'the provider lists only our users among all others, each with its current state',
    async () => {
      if (!provider.list || !provider.see) throw new Error('it cannot be asked')
      const [open, closed] = [someone(), someone()]
      const first = told(open)
      await provider.apply(first)
      await provider.apply(told(closed))
      await provider.apply(told(closed, { state: 'blocked' }))
      panels.remnawave.add('a-friend-of-the-operator', { tag: 'WAYFARE' })
      panels.marzban.add('a_friend_of_the_operator', {})
      const seen: Seen[] = []
      for await (const page of provider.list()) seen.push(...page)
      expect(seen.every(({ subject }) => subject.startsWith('wf_'))).toBe(true)
      const of = (subject: string) => seen.find((one) => one.subject === subject)
      expect(of(open)).toMatchObject({ isOpen: true, validUntil: first.validUntil })
      expect(of(closed)).toMatchObject({ isOpen: false })
      expect(await provider.see(open)).toMatchObject({ isOpen: true })
      const used: unknown[] = []
      for await (const usage of provider.usage()) used.push(usage)
      expect(used.length).toBe(seen.length)
    },
  )

  it('the provider returns the app document', async () => {
    const subject = someone()
    expect(await provider.access(subject, {})).toBeNull()
    await provider.apply(told(subject))
    const link = await provider.access(subject, { 'user-agent': 'v2rayNG/1.9', 'x-hwid': 'device-1' })
    const { credential } = hand.look(subject)!
    const text = link && Buffer.from(new TextDecoder().decode(link.body), 'base64').toString()
    expect(text?.includes(credential ?? 'none') ?? null).toBe(credential === null ? null : true)
    const counts = link?.headers['subscription-userinfo'] ?? 'upload=0; download=0; total=0; expire=0'
    expect(counts).toMatch(/^upload=0; download=0; total=0; expire=\d+$/)
  })

  it('the connection test succeeds, and fails with a wrong secret', async () => {
    expect((await provider.test()).code).toMatch(/^panel[.](?:works|links)/)
    const wrong = make({
      token: 'not-the-token-at-all',
      password: 'not-the-password-at-all',
      secrets: [`whsec_${Buffer.alloc(32, 9).toString('base64')}`],
    })
    const error = await wrong.test().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(hand.kind === 'webhook' ? PanelRefused : PanelAway)
    expect(String(error)).not.toMatch(/not-the/)
  })
})

describe('provider refuses one user', () => {
  const away = (reason: unknown) => reason
  afterEach(() => {
    Object.assign(panels.remnawave, { scopes: ['*'], connectedNodes: 1 })
    panels.remnawave.deletedSquads.clear()
    panels.marzban.inbounds = { vless: ['VLESS TCP REALITY'] }
  })
  const remnawave = () => createProvider({ kind: 'remnawave', ...panels.settings.remnawave } as ProviderSettings)
  const marzban = (change: object = {}) =>
    createProvider({ kind: 'marzban', ...panels.settings.marzban, ...change } as ProviderSettings)

  it('an error message of Remnawave is kept, also with HTTP 500, and does not pause the panel', async () => {
    const known = someone()
    await remnawave().apply(told(known))
    panels.remnawave.users.get(known)!.squads = []
    panels.remnawave.deletedSquads.add(squad)
    const guard = guardPanel()
    for (let round = 0; round < 6; round++) {
      expect(await guard.ask(() => remnawave().apply(told(someone()))).catch(away)).toEqual(
        new PanelRefused('HTTP 500: A018 Failed to create user'),
      )
      expect(await guard.ask(() => remnawave().apply(told(known))).catch(away)).toEqual(
        new PanelRefused('HTTP 500: A039 Update user error'),
      )
    }
    expect(guard.isResting()).toBe(false)
  })

  it('the refusal names the field that Marzban rejects or the disabled protocol', async () => {
    await expect(marzban({ inbounds: { vless: ['VLESS GRPC'] } }).apply(told(someone()))).rejects.toEqual(
      new PanelRefused("HTTP 422: inbounds: Value error, Inbound VLESS GRPC doesn't exist"),
    )
    panels.marzban.inbounds = { trojan: ['Trojan TCP TLS'] }
    await expect(marzban().apply(told(someone()))).rejects.toEqual(
      new PanelRefused('HTTP 400: Protocol vless is disabled on your server'),
    )
  })

  it('the refusal names the missing token scope, in the connection test and in the call, and the connection test changes nothing', async () => {
    const refusalOf = (call: Promise<unknown>) =>
      call.catch((error: unknown) => (error instanceof PanelRefused ? error.message : error))
    const subject = someone()
    await remnawave().apply(told(subject))
    const before = JSON.stringify([...panels.remnawave.users.values()])
    const drops = panels.remnawave.drops.length
    expect((await remnawave().test()).params).toMatchObject({ says: sentence('panel.worksRemnawave') })
    expect(JSON.stringify([...panels.remnawave.users.values()])).toBe(before)
    expect(panels.remnawave.drops).toHaveLength(drops)
    panels.remnawave.scopes = ['users:read', 'users:create', 'users:update', 'users:delete']
    expect(await refusalOf(remnawave().test())).toBe(
      'its token lacks the scope users:disable, users:revoke-subscription, connections:drop',
    )
    expect(await refusalOf(remnawave().revoke(subject))).toBe('its token lacks the scope users:revoke-subscription')
    expect(await refusalOf(remnawave().drop(subject))).toBe('its token lacks the scope connections:drop')
    panels.remnawave.scopes = ['users:read']
    expect(await refusalOf(remnawave().apply(told(someone())))).toBe('its token lacks the scope users:update')
  })

  it('dropping connections is unsupported when no node is connected to Remnawave', async () => {
    const subject = someone()
    await remnawave().apply(told(subject))
    panels.remnawave.connectedNodes = 0
    expect(await remnawave().drop(subject)).toBe('unsupported')
  })
})

describe('behaviour of the panels', () => {
  const providerOf = (kind: 'remnawave' | 'marzban') =>
    createProvider({ kind, ...panels.settings[kind] } as ProviderSettings)
  const seenBy = async (provider: TunnelProvider) => {
    const seen: string[] = []
    for await (const page of provider.list!()) seen.push(...page.map(({ subject }) => subject))
    return seen
  }

  it('a LIMITED user in Remnawave is closed by an explicit disable call', async () => {
    const [subject, late] = [someone(), someone()]
    const remnawave = providerOf('remnawave')
    for (const one of [subject, late]) await remnawave.apply(told(one))
    panels.remnawave.users.get(subject)!.status = 'LIMITED'
    Object.assign(panels.remnawave.users.get(late)!, { status: 'EXPIRED', expireAt: new Date(0).toISOString() })
    for (const one of [subject, late]) await remnawave.apply(told(one, { state: 'blocked' }))
    expect(panels.remnawave.users.get(subject)!.status).toBe('DISABLED')
    expect(panels.remnawave.users.get(late)!.status).toBe('EXPIRED')
    for (const one of [subject, late]) {
      await remnawave.apply(told(one))
      expect(panels.remnawave.users.get(one)!.status).toBe('ACTIVE')
    }
  })

  it('a user owned by another Marzban admin is refused alone, and the panel continues', async () => {
    const subject = someone()
    panels.marzban.add(subject, { admin: 'another' })
    const marzban = providerOf('marzban')
    for (const state of ['active', 'blocked', 'erased'] as const)
      await expect(marzban.apply(told(subject, { state }))).rejects.toThrow(
        new PanelRefused('another admin of the panel has a user of that name'),
      )
    await expect(marzban.revoke(subject)).rejects.toBeInstanceOf(PanelRefused)
    expect(panels.marzban.users.get(subject)).toMatchObject({ admin: 'another', status: 'active', generation: 1 })
    panels.marzban.users.delete(subject)
  })

  it.each(['remnawave', 'marzban'] as const)('a renewed %s document is not served at its old URL', async (kind) => {
    const subject = someone()
    const provider = providerOf(kind)
    await provider.apply(told(subject))
    const linkOf = () =>
      kind === 'remnawave'
        ? `${panels.url}/remnawave/sub/${panels.remnawave.users.get(subject)!.shortUuid}`
        : panels.url + String(panels.marzban.show(panels.marzban.users.get(subject)!).subscription_url)
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
    const old = linkOf()
    expect((await fetch(old, { headers })).status).toBe(200)
    await provider.revoke(subject)
    expect((await fetch(old, { headers })).status).toBe(404)
    expect((await fetch(linkOf(), { headers })).status).toBe(200)
  })

  it.each([
    ['remnawave', 2_001],
    ['marzban', 1_001],
  ] as const)('a list longer than one page of %s contains each user once', async (kind, people) => {
    const added = Array.from({ length: people }, () => someone())
    for (const subject of added) {
      if (kind === 'remnawave') panels.remnawave.add(subject, { tag: 'WAYFARE' })
      else panels.marzban.add(subject, {})
    }
    const seen = await seenBy(providerOf(kind))
    expect(seen.length).toBe(new Set(seen).size)
    expect(new Set(seen).isSupersetOf(new Set(added))).toBe(true)
    for (const subject of added) panels[kind].users.delete(subject)
  })
})

describe('harmful responses of a provider', () => {
  let server: Server
  let listener: RequestListener
  let hits = 0
  let url: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      hits++
      listener(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const json =
    (body: unknown, status = 200): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const evil: Readonly<Record<string, () => RequestListener>> = {
    'bytes without end': () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    },
    'a byte now and then': () => (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(timer))
    },
    'a redirect to this machine': () => (_request, response) =>
      void response.writeHead(302, { location: `${url}/stolen` }).end(),
    'no JSON': () => (_request, response) => void response.end('<html>'),
    null: () => json(null),
    'a number': () => json(7),
    'wrong types everywhere': () =>
      json({
        access_token: 'x',
        response: { id: {}, username: 7, users: [null, 7, { username: {} }], nextCursor: {} },
        users: 'x',
      }),
    'another person': () =>
      json({
        access_token: 'x',
        username: 'wf_bbbbbbbbbbbbbbbbbbbb',
        response: { id: 1, username: 'wf_bbbbbbbbbbbbbbbbbbbb' },
      }),
    'deep nesting': () => (_request, response) => void response.end(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
    'a refusal full of control characters': () => json({ message: '\u001b[2J\u0007'.repeat(500), detail: 'x' }, 418),
  }
  const settingsOf = (kind: ProviderKind): ProviderSettings =>
    ({ kind, ...panels.settings[kind], url }) as ProviderSettings

  it.each(
    Object.keys(evil).flatMap((name) =>
      (['remnawave', 'marzban', 'webhook'] as const).map((kind) => [name, kind] as const),
    ),
  )('%s does no harm at a %s provider', async (name, kind) => {
    listener = evil[name]!()
    const provider = createProvider(settingsOf(kind), { timeout: 1_000 })
    const subject = 'wf_aaaaaaaaaaaaaaaaaaaa'
    let isNoList = false
    const all: (() => Promise<unknown>)[] = [
      () => provider.apply(told(subject)),
      () => provider.apply(told(subject, { state: 'erased', validUntil: null })),
      () => provider.drop(subject),
      () => provider.access(subject, {}),
      () => provider.test(),
      async () => {
        for await (const page of provider.list?.() ?? []) isNoList ||= !Array.isArray(page)
      },
    ]
    for (const call of all) {
      const before = hits
      const error = await call().catch((reason: unknown) => asPanelFault(reason))
      const message = error instanceof PanelAway || error instanceof PanelRefused ? error.message : ''
      expect(message).toMatch(/^[\x20-\x7e]{0,199}$/)
      // No redirect is followed, and no request loop occurs.
      expect(hits - before).toBeLessThanOrEqual(6)
    }
    expect(isNoList).toBe(false)
  })

  it('a refusal by a proxy in front of Marzban is treated as an outage, not as a refusal of one user', async () => {
    listener = (request, response) =>
      void (request.url === '/api/admin/token'
        ? json({ access_token: 'x' })(request, response)
        : response.writeHead(403, { 'content-type': 'text/html' }).end('<html>'))
    const provider = createProvider(settingsOf('marzban'), { timeout: 1_000 })
    await expect(provider.apply(told('wf_aaaaaaaaaaaaaaaaaaaa'))).rejects.toBeInstanceOf(PanelAway)
  })

  it('a list with a circular cursor is abandoned, and a link to another host is not fetched', async () => {
    listener = json({ response: { users: [], nextCursor: 'again', hasMore: true } })
    const pages: unknown[] = []
    const provider = createProvider(settingsOf('remnawave'), { timeout: 1_000 })
    await expect(
      (async () => {
        for await (const page of provider.list!()) pages.push(page)
      })(),
    ).rejects.toThrow('does not come to an end')
    expect(pages).toEqual([[], []])
    const subject = 'wf_aaaaaaaaaaaaaaaaaaaa'
    listener = json({
      response: { id: 1, username: subject, status: 'ACTIVE', subscriptionUrl: 'http://169.254.169.254/latest' },
    })
    await expect(provider.access(subject, {})).rejects.toThrow('another host')
  })
})

type Exchange = {
  name: string
  request: { method: string; path: string; headers: Record<string, string>; body?: unknown }
  response: { status: number; body: unknown }
}
const exchangesOf = (kind: string): Exchange[] =>
  (
    JSON.parse(readFileSync(path.join(import.meta.dirname, `../../fixtures/tunnel/${kind}.json`), 'utf8')) as {
      exchanges: Exchange[]
    }
  ).exchanges
const exchange = (kind: string, name: string) => exchangesOf(kind).find((one) => one.name === name)!

/** Names and types of all fields; null matches any type. */
function shapeOf(value: unknown): unknown {
  if (value === null) return 'any'
  if (Array.isArray(value)) return value.length === 0 ? 'any' : [shapeOf(value[0])]
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, one]) => [key, shapeOf(one)]),
  )
}
function sameShape(ours: unknown, theirs: unknown, place: string): void {
  if (ours === 'any' || theirs === 'any') return
  if (typeof ours !== 'object' || typeof theirs !== 'object') return expect(ours, place).toEqual(theirs)
  const [a, b] = [ours, theirs] as [Record<string, unknown>, Record<string, unknown>]
  expect(Object.keys(a), place).toEqual(Object.keys(b))
  for (const key of Object.keys(a)) sameShape(a[key], b[key], `${place}.${key}`)
}

describe('simulated panels match the recorded contract', () => {
  const name = 'wf_k7m2q9x4c8v1b6n3t5d0'
  const ask = async (
    of: 'remnawave' | 'marzban',
    { request }: Exchange,
    change: { path?: string; token?: string; body?: unknown } = {},
  ) => {
    const isForm = typeof request.body === 'string'
    const body = ahead(change.body ?? request.body)
    const response = await fetch(`${panels.url}/${of}${change.path ?? request.path}`, {
      method: request.method,
      headers: {
        ...(body !== undefined && {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '127.0.0.1',
        ...(change.token !== undefined && { authorization: `Bearer ${change.token}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown }
  }
  /** Moves a recorded future date into the future again; dates of 2020 were already past when recorded. */
  function ahead(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || !('expireAt' in body)) return body
    return String(body.expireAt).startsWith('2020')
      ? body
      : { ...body, expireAt: new Date(Date.now() + 30 * 86_400_000).toISOString() }
  }
  const codeOf = (body: unknown) => (body as { errorCode?: unknown } | null)?.errorCode
  const like = (given: { status: number; body: unknown }, known: Exchange) => {
    expect(given.status, known.name).toBe(known.response.status)
    expect(codeOf(given.body), known.name).toBe(codeOf(known.response.body))
    sameShape(shapeOf(given.body), shapeOf(known.response.body), known.name)
  }

  it('the simulated Remnawave matches the recorded exchanges', async () => {
    panels.remnawave.users.clear()
    const token = remnawaveToken
    const known = (what: string) => exchange('remnawave', what)
    like(await ask('remnawave', known('not found'), { token }), known('not found'))
    const absent = known('change of someone who is not there')
    like(await ask('remnawave', absent, { token }), absent)
    like(await ask('remnawave', known('create'), { token }), known('create'))
    const taken = known('create, name taken (answer of an earlier try was lost)')
    like(await ask('remnawave', taken, { token }), taken)
    const expired = known('expire in the past is refused')
    like(await ask('remnawave', expired, { token }), expired)
    for (const what of [
      'find by name',
      'make active until',
      'close at once',
      'drop open connections',
      'list, page by cursor',
    ])
      like(await ask('remnawave', known(what), { token }), known(what))
    const { id } = panels.remnawave.users.get(name)!
    like(
      await ask('remnawave', known('rotate credentials and link'), { token, path: `/api/users/${id}/actions/revoke` }),
      known('rotate credentials and link'),
    )
    like(await ask('remnawave', known('erase'), { token, path: `/api/users/${id}` }), known('erase'))
    like(await ask('remnawave', known('token wrong or expired'), { token: 'OLD' }), known('token wrong or expired'))
    like(
      await ask('remnawave', known('create with a day that is over'), { token }),
      known('create with a day that is over'),
    )
    panels.remnawave.add(name, {})
    panels.remnawave.deletedSquads.add('4d9a0022-6b1e-4c52-9a70-3f0c5e8d7b22')
    for (const what of ['create into a squad that was deleted', 'change into a squad that was deleted'])
      like(await ask('remnawave', known(what), { token }), known(what))
    panels.remnawave.connectedNodes = 0
    like(
      await ask('remnawave', known('drop while no node is connected'), { token }),
      known('drop while no node is connected'),
    )
    panels.remnawave.scopes = ['users:*', 'connections:read']
    const outside = known('a call outside the scopes of the token')
    like(await ask('remnawave', outside, { token }), outside)
    Object.assign(panels.remnawave, { connectedNodes: 1, scopes: ['*'] })
    panels.remnawave.deletedSquads.clear()
    await expect(fetch(`${panels.url}/remnawave/api/users/stream`)).rejects.toThrow('fetch failed')
  })

  it('the simulated Marzban matches the recorded exchanges', async () => {
    const known = (what: string) => exchange('marzban', what)
    const form = `grant_type=password&username=shop&password=${marzbanPassword}`
    const signedIn = await ask('marzban', known('sign in'), { body: form })
    expect(signedIn.status).toBe(200)
    like(signedIn, known('sign in'))
    like(await ask('marzban', known('sign in, wrong')), known('sign in, wrong'))
    const token = (signedIn.body as { access_token: string }).access_token
    panels.marzban.add('wf_another', { admin: 'another' })
    panels.marzban.inbounds = { vless: ['VLESS TCP REALITY'] }
    for (const what of [
      'create with an inbound that does not exist',
      'create with a protocol that is disabled',
      'create',
      'create, exists',
      'create without a protocol',
      'make active until',
      'close at once',
      'rotate credentials and link',
      'not found',
      "another admin's",
      'list',
      'erase',
    ])
      like(await ask('marzban', known(what), { token }), known(what))
  })
})

describe('requests match the recorded contract', () => {
  type Sent = { method: string; path: string; headers: Record<string, unknown>; body: unknown }
  let server: Server
  let sent: Sent[]
  let answers: Record<string, Exchange>
  let url: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        const isJson = String(request.headers['content-type']).includes('json')
        const { method = '', url: asked = '' } = request
        sent.push({
          method,
          path: asked,
          headers: request.headers,
          body: isJson ? JSON.parse(text) : text === '' ? undefined : text,
        })
        const known = answers[`${method} ${asked}`]
        response.writeHead(known?.response.status ?? 404, { 'content-type': 'application/json' })
        const unknown = { errorCode: 'A025', message: 'User not found', detail: 'User not found' }
        const answer = known ? known.response.body : unknown
        response.end(answer === null ? '' : JSON.stringify(answer))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const replay = (kind: string, ...names: string[]) => {
    sent = []
    answers = Object.fromEntries(
      names.map((what) => {
        const known = exchange(kind, what)
        return [`${known.request.method} ${known.request.path}`, known]
      }),
    )
  }
  const subject = 'wf_k7m2q9x4c8v1b6n3t5d0'
  const sentAs = (kind: string, what: string) => {
    const { request } = exchange(kind, what)
    const same = sent.filter(({ method, path: asked }) => method === request.method && asked === request.path)
    expect(
      same.map(({ body }) => body),
      what,
    ).toContainEqual(request.body)
    for (const header of ['x-forwarded-proto', 'x-forwarded-for'])
      expect(same[0]!.headers[header], header).toBe(request.headers[header])
  }

  it('requests to Remnawave match the recording', async () => {
    const settings = {
      kind: 'remnawave',
      url,
      token: 'API-TOKEN',
      squads: ['4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21'],
    } as const
    const provider = createProvider({ ...settings, squads: [...settings.squads] })
    const end = new Date('2027-01-31T10:00:00.000Z')
    replay('remnawave', 'create', 'find by name')
    expect(await provider.apply(told(subject, { validUntil: end }))).toEqual({ externalId: '4711' })
    sentAs('remnawave', 'create')
    sentAs('remnawave', 'find by name')
    replay('remnawave', 'make active until', 'find by name')
    await provider.apply(told(subject, { validUntil: new Date('2027-02-28T10:00:00.000Z') }))
    sentAs('remnawave', 'make active until')
    replay('remnawave', 'close at once', 'find by name')
    const found = exchange('remnawave', 'find by name')
    const { response: user } = found.response.body as { response: object }
    const closed = { ...found.response, body: { response: { ...user, status: 'DISABLED' } } }
    answers[`GET ${found.request.path}`] = { ...found, response: closed }
    await provider.apply(told(subject, { state: 'blocked' }))
    sentAs('remnawave', 'close at once')
    replay('remnawave', 'drop open connections', 'rotate credentials and link', 'find by name', 'list, page by cursor')
    await provider.drop(subject)
    await provider.revoke(subject)
    for await (const page of provider.list!()) expect(page).toHaveLength(1)
    for (const what of ['drop open connections', 'rotate credentials and link', 'list, page by cursor'])
      sentAs('remnawave', what)
  })

  it("requests to Marzban match the recording and keep the operator's next plan", async () => {
    const settings = {
      kind: 'marzban',
      url,
      username: 'shop',
      password: 'INVENTED',
      protocols: ['vless' as const],
    } as const
    const make = () => createProvider({ ...settings, protocols: ['vless'] })
    replay('marzban', 'sign in', 'create')
    await make().apply(told(subject, { validUntil: new Date(1_801_389_600_000) }))
    sentAs('marzban', 'sign in')
    sentAs('marzban', 'create')
    const found: Exchange = {
      ...exchange('marzban', 'make active until'),
      request: { method: 'GET', path: `/api/user/${subject}`, headers: {} },
    }
    replay('marzban', 'sign in', 'make active until')
    answers[`GET /api/user/${subject}`] = found
    await make().apply(told(subject, { validUntil: new Date(1_803_808_800_000) }))
    sentAs('marzban', 'make active until')
    answers[`PUT /api/user/${subject}`] = exchange('marzban', 'close at once')
    await make().apply(told(subject, { state: 'blocked' }))
    sentAs('marzban', 'close at once')
    const behind = { data_limit: 5, expire: 9, add_remaining_traffic: false, fire_on_either: true }
    answers[`GET /api/user/${subject}`] = {
      ...found,
      response: { status: 200, body: { ...(found.response.body as object), next_plan: behind } },
    }
    await make().apply(told(subject))
    expect(sent.at(-1)?.body).toMatchObject({ next_plan: behind })
  })

  it('requests to a webhook receiver match the recording', async () => {
    const known = exchange('webhook', 'state changed')
    replay('webhook', 'state changed')
    answers['POST /operator/receiver'] = known
    const provider = createProvider({ kind: 'webhook', url: `${url}/operator/receiver`, secrets: [secret] })
    await provider.apply(told(subject, { version: 14, validUntil: new Date('2027-01-31T10:00:00.000Z') }))
    sentAs('webhook', 'state changed')
    expect(Object.keys(sent[0]!.headers)).toEqual(expect.arrayContaining(Object.keys(known.request.headers)))
  })
})

it('a webhook receiver accepts the old or the new secret during a rotation', async () => {
  const next = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
  const both = createProvider({ kind: 'webhook', url: `${panels.url}/receiver`, secrets: [next, secret] })
  await both.apply(told(someone()))
  panels.receiver.secret = next
  await both.apply(told(someone()))
  await expect(
    createProvider({ kind: 'webhook', url: `${panels.url}/receiver`, secrets: [secret] }).apply(told(someone())),
  ).rejects.toThrow(PanelRefused)
  panels.receiver.secret = secret
})

it('an expired Marzban token is renewed once for concurrent calls', async () => {
  const provider = createProvider({ kind: 'marzban', ...panels.settings.marzban } as ProviderSettings)
  await provider.apply(told(someone()))
  panels.marzban.tokens.clear()
  const before = panels.marzban.signIns
  await Promise.all(Array.from({ length: 6 }, () => provider.apply(told(someone()))))
  expect(panels.marzban.signIns - before).toBe(1)
})

// Remnawave takes neither a past end nor the status EXPIRED (BEDOLAGA-DEV/remnawave-bedolaga-telegram-bot#2080).
it('a user whose time ends at this moment is closed at Remnawave instead of refused', async () => {
  const provider = createProvider({ kind: 'remnawave', ...panels.settings.remnawave } as ProviderSettings)
  const subject = someone()
  await provider.apply(told(subject))
  await provider.apply(told(subject, { validUntil: new Date(Date.now() - 1_000) }))
  expect(panels.remnawave.users.get(subject)?.status).toBe('DISABLED')
})
