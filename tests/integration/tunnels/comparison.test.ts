import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { grantTime, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { createProvider } from '#server/modules/tunnels/panels/create-panels.ts'
import type { Seen, TunnelProvider } from '#server/modules/tunnels/panels/port.ts'
import { Refused } from '#server/platform/act.ts'
import { compareWithPanel, checkPanels } from '#server/workflows/tunnels/compare-panels.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createUser } from '#tests/support/factories.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { runAction } from '#tests/support/run-action.ts'
import { jobFor, openTunnelShop, squad, type Person, type TunnelShop } from './panels.setup.ts'
import { sentence } from '#text/sentence.ts'

/** Modifies a panel's list, so that the panel reports wrong states. */
let lies: ((pages: AsyncIterable<readonly Seen[]>) => AsyncIterable<readonly Seen[]>) | null = null
const wrapped = (provider: TunnelProvider): TunnelProvider => {
  const { list } = provider
  return list ? { ...provider, list: () => (lies ? lies(list()) : list()) } : provider
}

let shop: TunnelShop
beforeAll(async () => {
  shop = await openTunnelShop({ pauseMs: 1, create: (settings, options) => wrapped(createProvider(settings, options)) })
  await shop.set('wave', 'remnawave')
  await shop.set('bare', 'marzban')
})
afterAll(() => shop.close())
afterEach(() => {
  lies = null
  shop.panels.remnawave.faults.clear()
})

const refusal = (...asked: Parameters<typeof perform>) =>
  perform(...asked).then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error.refusal : error),
  )
const compare = (id = 'wave') => compareWithPanel(shop.deps, jobFor(id))
const mend = async () => {
  await shop.settle('wave', 'bare')
}
const wave = ({ subject }: Person) => shop.panels.remnawave.users.get(subject)
const bare = ({ subject }: Person) => shop.panels.marzban.users.get(subject)
const member = async (): Promise<Person & { order: string }> => {
  const person = await shop.person()
  const order = await shop.buy(person)
  return { ...person, order }
}
const crowd = (size: number) => Promise.all(Array.from({ length: size }, member))
const standing = async (id = 'wave') =>
  (await perform(shop.db.database, 'tunnels.providers', {})).providers.find(({ provider }) => provider === id)!
/** Revokes access in our database only, as after restoring an old backup. */
const closeUntold = async (people: readonly (Person & { order: string })[]) => {
  for (const { order } of people)
    await shop.db.database.transaction((tx) =>
      reverseGrant(tx, { source: 'order', sourceId: order, reversedBy: crypto.randomUUID(), note: null }),
    )
  await shop.rows(
    `update tunnel_deliveries set applied = wanted, due_at = null, behind_since = null, is_open = false where user_id = any($1)`,
    [people.map(({ userId }) => userId)],
  )
}

describe('panel drift', () => {
  it('a comparison finds and repairs users closed, missing, or with another expiry or device count at the panel', async () => {
    const [closed, gone, sooner, devices, ended, alone] = await crowd(6)
    await mend()
    const before = { ...wave(alone!)! }
    wave(closed!)!.status = 'DISABLED'
    bare(closed!)!.status = 'disabled'
    shop.panels.remnawave.users.delete(gone!.subject)
    shop.panels.marzban.users.delete(gone!.subject)
    const end = wave(sooner!)!.expireAt
    wave(sooner!)!.expireAt = new Date(Date.parse(end) - 86_400_000).toISOString()
    wave(devices!)!.hwidDeviceLimit = 99
    await closeUntold([ended!])
    await compare('wave')
    await compare('bare')
    expect(await standing()).toMatchObject({ drift: '1 missing, 1 to close, 3 different, of 5; 0 not ours' })
    await mend()
    expect(wave(closed!)!.status).toBe('ACTIVE')
    expect(bare(closed!)!.status).toBe('active')
    expect(wave(gone!)?.status).toBe('ACTIVE')
    expect(bare(gone!)?.status).toBe('active')
    expect(wave(sooner!)!.expireAt).toBe(end)
    expect(wave(devices!)!.hwidDeviceLimit).toBe(3)
    expect(wave(ended!)!.status).toBe('DISABLED')
    expect(shop.panels.remnawave.drops).toContain(ended!.subject)
    expect(wave(alone!)).toEqual(before)
    await compare('wave')
    expect(await standing()).toMatchObject({ drift: '0 missing, 0 to close, 0 different, of 6; 0 not ours' })
  })

  // In some versions of Marzban, resetting the traffic of a disabled user activated them (Gozargah/Marzban#1672).
  it('a person whom the panel opened again by itself is closed again', async () => {
    const person = await member()
    await mend()
    await closeUntold([person])
    bare(person)!.status = 'disabled'
    await compare('bare')
    await mend()
    expect(bare(person)!.status).toBe('disabled')
    bare(person)!.status = 'active'
    await compare('bare')
    await mend()
    expect(bare(person)!.status).toBe('disabled')
  })

  it('foreign users in the same panel are left alone, also those of another shop', async () => {
    const { remnawave } = shop.panels
    const [other, twin] = ['someone', `wf_${'z'.repeat(20)}`].map((name) =>
      remnawave.add(name, { status: 'ACTIVE', tag: 'WAYFARE', expireAt: new Date(Date.now() + 9e8).toISOString() }),
    )
    const kept = [{ ...other }, { ...twin }]
    await compare()
    await mend()
    expect([other, twin]).toEqual(kept)
    expect(await standing()).toMatchObject({ drift: expect.stringContaining('1 not ours') })
    for (const name of ['someone', twin!.username]) remnawave.users.delete(name)
  })

  it('a member missing from a restored older database is found by name and closed', async () => {
    const person = await member()
    await mend()
    await closeUntold([person])
    await shop.rows('delete from tunnel_deliveries where user_id = $1', [person.userId])
    expect(wave(person)!.status).toBe('ACTIVE')
    await compare()
    await mend()
    expect(wave(person)!.status).toBe('DISABLED')
  })

  it('a change that is still being delivered is not reported as drift', async () => {
    const person = await member()
    await compare()
    expect(await standing()).toMatchObject({ drift: expect.stringMatching(/^0 missing/) })
    await mend()
    expect(wave(person)!.status).toBe('ACTIVE')
  })

  it('the compare command repairs drift, and its preview only shows it', async () => {
    const person = await member()
    await mend()
    wave(person)!.status = 'DISABLED'
    const { database } = shop.db
    const act = (preview: boolean) =>
      perform(database, 'tunnels.compare', { provider: 'wave' }, { config: shop.config, preview })
    const row = { uid: person.uid, drift: 'closed on the panel', next: 'is checked again and repaired' }
    expect(await act(true)).toMatchObject({ other: 1, waits: false, drifts: [row] })
    await mend()
    expect(wave(person)!.status).toBe('DISABLED')
    const printed = await runAction({ database, config: shop.config }, 'tunnels.compare', { provider: 'wave' }, true)
    expect(printed).toMatch(
      /^wave has \d+ users: 0 are missing, 0 have access that they should not have, 1 differ otherwise/,
    )
    expect(printed).toContain(JSON.stringify([row]))
    expect(await act(false)).toMatchObject({ other: 1, drifts: [row] })
    const shown = await perform(database, 'tunnels.show', { user: String(person.uid) }, { config: shop.config })
    expect(shown.providers.find(({ provider }) => provider === 'wave')).toMatchObject({ note: 'closed on the panel' })
    await mend()
    expect(wave(person)!.status).toBe('ACTIVE')
  })
})

describe('many users to be closed at once', () => {
  it("closing many users waits for an operator's approval, and a member who bought meanwhile stays open", async () => {
    const people = await crowd(6)
    const [back, ...rest] = people
    await mend()
    await closeUntold(people)
    await compare()
    await mend()
    for (const person of people) expect(wave(person)!.status).toBe('ACTIVE')
    expect(await standing()).toMatchObject({ drift: expect.stringContaining('the closures wait for an operator') })
    // The next day finds the same closures and keeps the first date.
    const since = await shop.rows(`select held_since from tunnel_providers where id = 'wave'`)
    await compare()
    expect(await shop.rows(`select held_since from tunnel_providers where id = 'wave'`)).toEqual(since)

    // One of the members whose closing waits for approval buys between the decision and its delivery.
    await perform(shop.db.database, 'tunnels.let-close', { provider: 'wave', reason: 'a test' })
    await shop.buy(back!)
    await mend()
    expect(wave(back!)!.status).toBe('ACTIVE')
    for (const person of rest) expect(wave(person)!.status).toBe('DISABLED')
    expect(await standing()).toMatchObject({ drift: expect.not.stringContaining('wait') })
    expect(await refusal(shop.db.database, 'tunnels.let-close', { provider: 'wave', reason: 'a test' })).toMatchObject({
      sentence: sentence('panel.nobodyHeld', { panel: 'wave' }),
    })
  })

  it('shortening many expiry dates waits for approval too', async () => {
    const people = await crowd(6)
    await mend()
    const ends = people.map((person) => {
      const user = wave(person)!
      user.expireAt = new Date(Date.parse(user.expireAt) + 30 * 86_400_000).toISOString()
      return user.expireAt
    })
    await compare()
    await mend()
    expect(people.map((person) => wave(person)!.expireAt)).toEqual(ends)
    await perform(shop.db.database, 'tunnels.let-close', { provider: 'wave', reason: 'a test' })
    await mend()
    for (const [at, person] of people.entries()) expect(wave(person)!.expireAt).not.toBe(ends[at])
  })
})

describe('false or incomplete panel lists', () => {
  it.each<[string, NonNullable<typeof lies>]>([
    ['that is empty', async function* () {}],
    [
      'that ends in its middle as if it were whole',
      async function* (pages) {
        for await (const page of pages) yield page.slice(0, Math.floor(page.length / 2))
      },
    ],
    [
      'that says that everyone is closed',
      async function* (pages) {
        for await (const page of pages) yield page.map((seen) => ({ ...seen, isOpen: false }))
      },
    ],
    [
      'that gives everyone another end',
      async function* (pages) {
        for await (const page of pages) yield page.map((seen) => ({ ...seen, validUntil: new Date(0) }))
      },
    ],
  ])('after a list %s, no access of a user is closed or changed', async (_name, lie) => {
    const people = await crowd(6)
    await mend()
    const before = structuredClone(people.map((person) => wave(person)))
    lies = lie
    await compare()
    await mend()
    expect(people.map((person) => wave(person))).toEqual(before)
  })

  it('a list that breaks off is ignored, and the comparison is not recorded as done', async () => {
    const person = await member()
    await mend()
    wave(person)!.status = 'DISABLED'
    const before = await shop.rows(`select compared_at, comparison from tunnel_providers where id = 'wave'`)
    for (const lie of [
      async function* (pages: AsyncIterable<readonly Seen[]>) {
        yield* pages
        throw new TypeError('nonsense')
      },
      async function* () {
        yield null as unknown as Seen[]
      },
    ]) {
      lies = lie
      await compare()
    }
    lies = null
    shop.panels.remnawave.faults.add({ method: '*', kind: 'status500', times: 1, ms: 0 })
    await compare()
    expect(await shop.rows(`select compared_at, comparison from tunnel_providers where id = 'wave'`)).toEqual(before)
    shop.panels.remnawave.faults.add({ method: '*', kind: 'status500', times: 1, ms: 0 })
    expect(
      await refusal(shop.db.database, 'tunnels.compare', { provider: 'wave' }, { config: shop.config }),
    ).toMatchObject({ sentence: sentence('panel.notCompared', { panel: 'wave', fault: 'HTTP 500' }) })
    await compare()
    await mend()
    expect(wave(person)!.status).toBe('ACTIVE')
  })

  it('a list of a panel whose settings changed while it was read is ignored', async () => {
    await mend()
    let isSet = false
    lies = async function* () {
      if (!isSet)
        await shop.set('wave', 'remnawave', ['trial', 'paid'], { ...shop.panels.settings.remnawave, squads: [squad] })
      isSet = true
      yield []
    }
    const before = await shop.rows(`select compared_at from tunnel_providers where id = 'wave'`)
    await compare()
    expect(isSet).toBe(true)
    expect(await shop.rows(`select compared_at from tunnel_providers where id = 'wave'`)).toEqual(before)
    lies = null
    await mend()
  })
})

it('panels are compared once a day automatically, webhook receivers never', async () => {
  await shop.set('hook', 'webhook')
  await shop.settle('hook')
  expect(
    await refusal(shop.db.database, 'tunnels.compare', { provider: 'hook' }, { config: shop.config }),
  ).toMatchObject({ sentence: sentence('panel.cannotBeAsked', { panel: 'hook' }) })
  const waiting = async () =>
    (
      await shop.rows<{ provider: string }>(
        `delete from pgboss.job where data->>'kind' = 'compare-with-panel' returning data->'payload'->>'provider' as provider`,
      )
    )
      .map(({ provider }) => provider)
      .toSorted()
  await shop.rows(`update tunnel_providers set compared_at = now() - interval '23 hours'`)
  await checkPanels(shop.deps)
  expect(await waiting()).toEqual([])
  await shop.rows(`update tunnel_providers set compared_at = now() - interval '25 hours'`)
  await checkPanels(shop.deps)
  await checkPanels(shop.deps)
  expect(await waiting()).toEqual(['bare', 'wave'])
  await compare('wave')
  await compare('bare')
  await checkPanels(shop.deps)
  expect(await waiting()).toEqual([])
})

describe('readiness endpoint', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  const told = async () => (await app.app.inject('/readyz')).json<{ status: string; tunnels?: object[] }>()

  it('a panel with late grants, waiting closures, or no comparison for two days is named', async () => {
    const file = JSON.stringify(shop.panels.settings.remnawave)
    const input = { provider: 'far', kind: 'remnawave' as const, serves: ['paid'], file }
    await perform(app.db.database, 'tunnels.set-provider', input, { config: app.config })
    expect(await told()).toEqual(expect.not.objectContaining({ tunnels: expect.anything() }))
    const { userId } = await createUser(app.db.database)
    const grant = { userId, source: 'trial', sourceId: userId, seconds: 900, note: null } as const
    await app.db.database.transaction((tx) => grantTime(tx, grant))
    await app.db.asOwner(`update tunnel_deliveries set behind_since = now() - interval '299 seconds'`)
    expect((await told()).tunnels).toBeUndefined()
    await app.db.asOwner(`update tunnel_deliveries set behind_since = now() - interval '302 seconds'`)
    expect(await told()).toMatchObject({ status: 'ready', tunnels: [{ provider: 'far', closuresWaitSince: null }] })
    expect((await told()).tunnels![0]).toHaveProperty('lateSeconds')
    await app.db.asOwner(`update tunnel_deliveries set behind_since = null`)
    await app.db.asOwner(`update tunnel_providers set held_since = now()`)
    expect(await told()).toMatchObject({
      tunnels: [{ provider: 'far', lateSeconds: null, closuresWaitSince: expect.any(String) }],
    })
    await app.db.asOwner(`update tunnel_providers set held_since = null, added_at = now() - interval '3 days'`)
    expect(await told()).toMatchObject({ tunnels: [{ provider: 'far', comparedAt: null }] })
  })
})
