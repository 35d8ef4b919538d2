import { createServer as createPlainServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { markErased, scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { reverseGrant } from '#server/modules/membership/membership.service.ts'
import { createProvider } from '#server/modules/tunnels/panels/create-panels.ts'
import { PanelAway, PanelRefused, type ProviderKind, type TunnelProvider } from '#server/modules/tunnels/panels/port.ts'
import type { ProviderSettings } from '#server/modules/tunnels/panels/provider-settings.ts'
import type { DeliveredTerms } from '#server/modules/tunnels/panels/delivered-terms.rules.ts'
import { compareWithPanel } from '#server/workflows/tunnels/compare-panels.ts'
import {
  foreignAnswers,
  foreignNames,
  startTurningProxy,
  startUntrustedServer,
  type TurningProxy,
} from '#tests/support/foreign-answers.ts'
import { perform } from '#tests/support/operator-acts.ts'
import {
  jobFor,
  openTunnelShop,
  startPanels,
  type Person,
  type SimulatedPanels,
  type TunnelShop,
} from './panels.setup.ts'

const subject = 'wf_aaaaaaaaaaaaaaaaaaaa'
const told = (more: Partial<DeliveredTerms> = {}): DeliveredTerms => ({
  subject,
  version: 1,
  state: 'active',
  validUntil: new Date(Date.now() + 86_400_000),
  maxDevices: 3,
  plan: 'paid',
  ...more,
})
const through = (proxy: string, address: string): string => new URL(new URL(address).pathname, proxy).href
const calls: Readonly<Record<string, (provider: TunnelProvider) => Promise<unknown>>> = {
  open: (provider) => provider.apply(told()),
  end: (provider) => provider.apply(told({ state: 'expired', validUntil: null })),
  block: (provider) => provider.apply(told({ state: 'blocked' })),
  erase: (provider) => provider.apply(told({ state: 'erased', validUntil: null })),
  renew: (provider) => provider.revoke(subject),
  drop: (provider) => provider.drop(subject),
  look: async (provider) => provider.see?.(subject),
  list: async (provider) => Array.fromAsync(provider.list?.() ?? []),
  usage: async (provider) => Array.fromAsync(provider.usage()),
  test: (provider) => provider.test(),
}
const kinds = ['remnawave', 'marzban'] as const

describe('unexpected responses of a panel', () => {
  let panels: SimulatedPanels
  let proxy: TurningProxy
  beforeAll(async () => {
    panels = await startPanels()
    proxy = await startTurningProxy(panels.url)
  })
  afterAll(async () => {
    proxy.close()
    await panels.app.close()
  })
  afterEach(() => proxy.turn(null))
  const make = (kind: ProviderKind, url = through(proxy.url, (panels.settings[kind] as { url: string }).url)) =>
    createProvider({ kind, ...panels.settings[kind], url } as ProviderSettings)
  const away = (reason: unknown): unknown => (reason instanceof PanelAway ? 'away' : reason)
  const failed = (reason: unknown): unknown =>
    reason instanceof PanelAway || reason instanceof PanelRefused ? 'failed' : reason
  const without: Readonly<Record<ProviderKind, readonly string[]>> = {
    remnawave: [],
    marzban: ['drop'],
    webhook: ['look', 'list', 'usage'],
  }
  const callsOf = (kind: ProviderKind) => Object.entries(calls).filter(([name]) => !without[kind].includes(name))

  it.each(kinds.flatMap((kind) => foreignNames.map((name) => [kind, name] as const)))(
    'a call to %s that returns %s is treated as an outage',
    async (kind, name) => {
      for (const [call, act] of callsOf(kind)) {
        proxy.turn(null)
        const provider = make(kind)
        await provider.apply(told())
        proxy.turn(foreignAnswers[name])
        expect(await act(provider).then(() => 'done', away), call).toBe('away')
        expect(await act(make(kind)).then(() => 'done', away), call).toBe('away')
      }
    },
  )

  it('a web page or 404 instead of a webhook receiver is treated as an outage', async () => {
    for (const name of [
      'a login page',
      'the 404 of NestJS',
      'the 404 page of nginx',
      'a 400 of nginx',
      'a 410',
      'a redirect to a login page',
    ] as const) {
      proxy.turn(foreignAnswers[name])
      const provider = make('webhook')
      for (const act of [calls.open!, calls.block!, calls.erase!, calls.renew!, calls.drop!, calls.test!])
        expect(await act(provider).then(() => 'done', away), name).toBe('away')
    }
  })

  const ofUser = (name: string) => ({ id: 7, username: name, status: 'ACTIVE', expireAt: null, subscriptionUrl: '/x' })
  const json = { 'content-type': 'application/json' }
  const packed = gzipSync(Buffer.alloc(64_000_000, ' '))
  /** Hostile answers of a panel about a user, by what is wrong with them. */
  const hostile: Readonly<Record<string, RequestListener>> = {
    'a body that unpacks to 64 MB': (_asked, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(packed),
    'a body that is not packed as it says': (_asked, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('{"response":{}}'),
    'a body shorter than it says': (_asked, response) => {
      response.writeHead(200, { ...json, 'content-length': '100' })
      response.write('{"response":', () => response.destroy())
    },
    'brackets without an end': (_asked, response) => response.writeHead(200, json).end('['.repeat(200_000)),
    'another user': (_asked, response) =>
      response.writeHead(200, json).end(JSON.stringify({ response: ofUser('wf_bbbbbbbbbbbbbbbbbbbb') })),
    'a user who is let in whatever is asked': (_asked, response) =>
      response
        .writeHead(200, json)
        .end(JSON.stringify({ access_token: 'x', response: ofUser(subject), ...ofUser(subject), status: 'active' })),
  }
  it.each(Object.entries(hostile))(
    'no access counts as ended when a panel answers with %s',
    async (_name, listener) => {
      const server = createPlainServer(listener)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      try {
        for (const kind of kinds)
          for (const call of ['end', 'block', 'erase'] as const)
            expect(await calls[call]!(make(kind, url)).then(() => 'done', failed), `${kind} ${call}`).toBe('failed')
      } finally {
        server.closeAllConnections()
        server.close()
      }
    },
  )

  // Clients that required every field of one version broke with the next (remnawave/python-sdk#7,
  // snoups/remnashop#140).
  it('reads a user of Remnawave from the fields that it needs, whatever else a version adds or leaves out', async () => {
    const added = { vlessUuid: 'x', hwid: { userId: 7 }, activeUserInbounds: [], userTraffic: null, isNew: true }
    const versions = [
      [
        { ...ofUser(subject), ...added },
        { isOpen: true, usedBytes: null },
      ],
      [
        { id: 7, username: subject, status: 'LIMITED' },
        { isOpen: false, validUntil: null },
      ],
      [
        { ...ofUser(subject), expireAt: 'soon', userTraffic: { lifetimeUsedTrafficBytes: 5 } },
        { validUntil: null, usedBytes: 5 },
      ],
    ] as const
    for (const [response, seen] of versions) {
      const server = createPlainServer((_asked, reply) => reply.writeHead(200, json).end(JSON.stringify({ response })))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      try {
        expect(await make('remnawave', url).see?.(subject)).toMatchObject({ subject, externalId: '7', ...seen })
      } finally {
        server.closeAllConnections()
        server.close()
      }
    }
  })

  it('an unknown certificate of a panel is treated as an outage', async () => {
    const server = await startUntrustedServer()
    try {
      const asked = [...kinds, 'webhook' as const].flatMap((kind) =>
        callsOf(kind).map(([call, act]) => ({ kind, call, act })),
      )
      for (const { kind, call, act } of asked)
        expect(await act(make(kind, server.url)).then(() => 'done', away), `${kind} ${call}`).toBe('away')
      expect(server.requests()).toBe(0)
    } finally {
      server.close()
    }
  })
})

describe('while another server answers instead of the panel', () => {
  let shop: TunnelShop
  let proxy: TurningProxy
  beforeAll(async () => {
    shop = await openTunnelShop({ pauseMs: 1 })
    proxy = await startTurningProxy(shop.panels.url)
    for (const [id, kind] of [
      ['wave', 'remnawave'],
      ['bare', 'marzban'],
    ] as const) {
      const settings = shop.panels.settings[kind] as { url: string }
      await shop.set(id, kind, ['trial', 'paid'], { ...settings, url: through(proxy.url, settings.url) })
    }
  })
  afterAll(async () => {
    proxy.close()
    await shop.close()
  })
  const ids = ['wave', 'bare']
  const input = ({ uid }: Person) => ({ user: String(uid), reason: 'a test' })
  const acts: Readonly<Record<string, (person: Person, order: string) => Promise<unknown>>> = {
    refund: (_person, order) =>
      shop.db.database.transaction((tx) =>
        reverseGrant(tx, { source: 'order', sourceId: order, reversedBy: crypto.randomUUID(), note: null }),
      ),
    block: (person) => perform(shop.db.database, 'people.block', { ...input(person), toldReason: 'x' }),
    async erase({ userId }) {
      await shop.db.database.transaction((tx) => scheduleDeletion(tx, userId))
      await shop.db.database.transaction((tx) => markErased(tx, userId))
    },
    extend: (person) => shop.buy(person),
    rotate: (person) => perform(shop.db.database, 'tunnels.rotate', input(person), { config: shop.config }),
    drop: (person) => perform(shop.db.database, 'tunnels.drop', input(person)),
  }
  const there = ({ subject: name }: Person) => {
    const [wave, bare] = [shop.panels.remnawave.users.get(name), shop.panels.marzban.users.get(name)]
    return {
      wave: wave ? `${wave.status} ${wave.expireAt} ${wave.shortUuid}` : 'none',
      bare: bare ? `${bare.status} ${bare.expire} ${bare.generation}` : 'none',
      drops: shop.panels.remnawave.drops.filter((dropped) => dropped === name).length,
    }
  }
  const rows = ({ userId }: Person) =>
    shop.rows<{
      provider: string
      isOpen: boolean
      isDue: boolean
      subject: string | null
      failures: number
      error: string | null
    }>(
      `select provider, is_open as "isOpen", due_at is not null as "isDue", subject, failures, error
       from tunnel_deliveries where user_id = $1 order by provider`,
      [userId],
    )
  const makeDue = () => shop.rows('update tunnel_deliveries set due_at = now() where due_at is not null')

  // A delivery sees only the outage, which the tests of the adapters prove for every answer and call. One answer of each
  // shape is enough here.
  it.each([
    'the 404 page of nginx',
    'a 403 of FastAPI',
    'a 502 of nginx',
    'a redirect to a login page',
    'a login page',
    'a 204 of a portal',
    'an empty object',
    'JSON that breaks off',
  ] as const)(
    'when the foreign answer is %s, no action for a user is recorded as done, and each is repeated afterwards',
    async (name) => {
      const people = await Promise.all(
        Object.keys(acts).map(async (act) => ({ act, person: await shop.person(), order: '' })),
      )
      for (const one of people) one.order = await shop.buy(one.person)
      await shop.settle(...ids)
      const before = people.map(({ person }) => there(person))

      proxy.turn(foreignAnswers[name])
      for (const { act, person, order } of people) await acts[act]!(person, order)
      for (const id of ids) await shop.deliver(id)
      for (const { act, person } of people)
        for (const row of await rows(person)) {
          expect(row, act).toMatchObject({ isOpen: true, isDue: true, subject: person.subject })
        }
      expect(people.map(({ person }) => there(person))).toEqual(before)

      proxy.turn(null)
      await shop.rows('update tunnel_deliveries set claim = null, claimed_until = null')
      await makeDue()
      await shop.settle(...ids)
      const after = Object.fromEntries(people.map(({ act, person }) => [act, there(person)]))
      const start = Object.fromEntries(people.map(({ act }, at) => [act, before[at]!]))
      for (const act of ['refund', 'block']) {
        expect(after[act]!.wave, act).toMatch(/^DISABLED/)
        expect(after[act]!.bare, act).toMatch(/^disabled/)
      }
      expect(after.erase).toMatchObject({ wave: 'none', bare: 'none' })
      for (const act of ['extend', 'rotate']) {
        expect(after[act]!.wave, act).toMatch(/^ACTIVE/)
        expect(after[act]!.wave, act).not.toBe(start[act]!.wave)
        expect(after[act]!.bare, act).not.toBe(start[act]!.bare)
      }
      expect(after.drop!.drops).toBe(1)
    },
  )

  it('a comparison is skipped and closes nobody while another server answers instead of the panel', async () => {
    const person = await shop.person()
    await shop.buy(person)
    await shop.settle(...ids)
    for (const name of foreignNames) {
      proxy.turn(foreignAnswers[name])
      for (const id of ids) await compareWithPanel(shop.deps, jobFor(id))
    }
    proxy.turn(null)
    expect(await shop.rows('select id from tunnel_providers where compared_at is not null')).toEqual([])
    expect((await rows(person)).map(({ isOpen, isDue }) => ({ isOpen, isDue }))).toEqual([
      { isOpen: true, isDue: false },
      { isOpen: true, isDue: false },
    ])
  })
})
