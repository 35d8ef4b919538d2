import pg from 'pg'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markErased, scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { grantPlan, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { createProvider } from '#server/modules/tunnels/panels/create-panels.ts'
import { PanelAway, type TunnelProvider } from '#server/modules/tunnels/panels/port.ts'
import { removeProvider } from '#server/modules/tunnels/panels/providers.service.ts'
import type { DeliveredTerms } from '#server/modules/tunnels/panels/delivered-terms.rules.ts'
import { createPanelDeps } from '#server/deps/panel-deps.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { compareWithPanel } from '#server/workflows/tunnels/compare-panels.ts'
import { receivePanelMessage } from '#server/workflows/tunnels/receive-panel-message.ts'
import { markRevoke } from '#server/modules/tunnels/panels/marks.queries.ts'
import { tunnelJobs } from '#server/workflows/jobs/tunnel-jobs.ts'
import { readFeed } from '#server/workflows/tunnels/read-feed.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { createGate } from '../payments/payments.setup.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import {
  jobFor,
  marzbanPassword,
  openTunnelShop,
  remnawaveToken,
  secret,
  type Person,
  type TunnelShop,
} from './panels.setup.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let hold: ((told: DeliveredTerms) => Promise<void>) | null = null
const wrapped = (provider: TunnelProvider): TunnelProvider => ({
  ...provider,
  async apply(told) {
    await hold?.(told)
    return provider.apply(told)
  },
})

let shop: TunnelShop
beforeAll(async () => {
  shop = await openTunnelShop({ pauseMs: 1, create: (settings, options) => wrapped(createProvider(settings, options)) })
  await shop.set('wave', 'remnawave')
  await shop.set('bare', 'marzban')
  await shop.set('hook', 'webhook')
})
afterAll(() => shop.close())

const all = ['wave', 'bare', 'hook']
const refund = (sourceId: string) =>
  shop.db.database.transaction((tx) =>
    reverseGrant(tx, { source: 'order', sourceId, reversedBy: crypto.randomUUID(), note: null }),
  )
const erase = async ({ userId }: Person) => {
  await shop.db.database.transaction((tx) => scheduleDeletion(tx, userId))
  await shop.db.database.transaction((tx) => markErased(tx, userId))
}
const block = ({ uid }: Person) =>
  perform(shop.db.database, 'people.block', { user: String(uid), toldReason: 'x', reason: 'a test' })
/** State of a user at the three simulators, read without our database. */
const there = ({ subject }: Person) => ({
  wave: shop.panels.remnawave.users.get(subject)?.status ?? 'none',
  bare: shop.panels.marzban.users.get(subject)?.status ?? 'none',
  hook: shop.panels.receiver.states.get(subject)?.state ?? 'none',
})
const row = async ({ userId }: Person, provider: string) =>
  (
    await shop.rows<{
      applied: number
      wanted: number
      due_at: Date | null
      failures: number
      error: string | null
      subject: string | null
      is_open: boolean
      behind_since: Date | null
    }>(
      'select applied::int, wanted::int, due_at, failures, error, subject, is_open, behind_since from tunnel_deliveries where user_id = $1 and provider = $2',
      [userId, provider],
    )
  )[0]
const makeDue = () => shop.rows('update tunnel_deliveries set due_at = now() where due_at is not null')

describe('delivering entitlements', () => {
  it('a purchase, block, unblock, refund and erasure reach every provider', async () => {
    const person = await shop.person()
    const order = await shop.buy(person)
    await shop.settle(...all)
    expect(there(person)).toEqual({ wave: 'ACTIVE', bare: 'active', hook: 'active' })
    const end = (
      await shop.rows<{ expires_at: Date }>('select expires_at from memberships where user_id = $1', [person.userId])
    )[0]!.expires_at
    expect(shop.panels.remnawave.users.get(person.subject)?.expireAt).toBe(end.toISOString())
    await block(person)
    await shop.settle(...all)
    expect(there(person)).toEqual({ wave: 'DISABLED', bare: 'disabled', hook: 'blocked' })
    expect(shop.panels.remnawave.drops).toContain(person.subject)
    await perform(shop.db.database, 'people.unblock', { user: String(person.uid), reason: 'a test' })
    await shop.settle(...all)
    expect(there(person)).toEqual({ wave: 'ACTIVE', bare: 'active', hook: 'active' })
    await refund(order)
    await shop.settle(...all)
    expect(there(person)).toEqual({ wave: 'DISABLED', bare: 'disabled', hook: 'expired' })
    await erase(person)
    await shop.settle(...all)
    expect(there(person)).toEqual({ wave: 'none', bare: 'none', hook: 'erased' })
  })

  it('a delivery is recorded in the transaction that changes the entitlement, or not at all', async () => {
    const person = await shop.person()
    await shop.settle(...all)
    await expect(
      shop.db.database.transaction(async (tx) => {
        await grantPlan(tx, {
          userId: person.userId,
          source: 'order',
          sourceId: 'x',
          months: 1,
          bonusDays: 0,
          maxDevices: 3,
        })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await row(person, 'wave')).toBeUndefined()
    await shop.buy(person)
    expect(await row(person, 'wave')).toMatchObject({ applied: 0, subject: null })
    await shop.settle(...all)
    const told = await row(person, 'wave')
    expect(told).toMatchObject({
      applied: told!.wanted,
      due_at: null,
      behind_since: null,
      subject: person.subject,
      is_open: true,
    })
  })

  it('a user who was blocked before the first delivery is not created at any provider', async () => {
    const person = await shop.person()
    await block(person)
    const calls = shop.panels.remnawave.calls
    await shop.settle(...all)
    expect(there(person)).toEqual({ wave: 'none', bare: 'none', hook: 'none' })
    expect(shop.panels.remnawave.calls).toBe(calls)
  })
})

describe('no change is lost', () => {
  it('a change that commits while a delivery runs is delivered', async () => {
    const person = await shop.person()
    const order = await shop.buy(person)
    const { open, pass, arrived } = createGate()
    hold = async ({ subject }) => {
      if (subject !== person.subject) return
      await pass()
    }
    const delivering = shop.deliver('wave')
    await arrived
    await refund(order)
    hold = null
    open()
    await delivering
    await shop.settle('wave')
    expect(there(person).wave).toBe('DISABLED')
  })

  it('a change still uncommitted when a delivery ends is delivered later', async () => {
    const person = await shop.person()
    const order = await shop.buy(person)
    const { open, pass, arrived } = createGate()
    const refunding = shop.db.database.transaction(async (tx) => {
      await reverseGrant(tx, { source: 'order', sourceId: order, reversedBy: crypto.randomUUID(), note: null })
      await pass()
    })
    await arrived
    await shop.deliver('wave')
    expect(await row(person, 'wave')).toMatchObject({ applied: 0, subject: null })
    open()
    await refunding
    await shop.settle('wave')
    expect(there(person).wave === 'DISABLED' || there(person).wave === 'none').toBe(true)
    expect(await row(person, 'wave')).toMatchObject({ is_open: false, due_at: null })
  })

  it('an older state sent last by a worker presumed dead is corrected', async () => {
    const person = await shop.person()
    const order = await shop.buy(person)
    const { open, pass, arrived } = createGate()
    let isFirst = true
    hold = async ({ subject }) => {
      if (subject !== person.subject || !isFirst) return
      isFirst = false
      await pass()
    }
    const stale = shop.deliver('wave')
    await arrived
    await refund(order)
    await shop.rows(`update tunnel_deliveries set claimed_until = now() - interval '1 second' where user_id = $1`, [
      person.userId,
    ])
    await shop.deliver('wave')
    expect(there(person).wave).toBe('none')
    open()
    await stale
    hold = null
    await makeDue()
    await shop.settle('wave')
    expect(there(person).wave).toBe('DISABLED')
  })

  it('a state is delivered again after a lost response, in case the request still takes effect', async () => {
    const person = await shop.person()
    await shop.buy(person)
    await shop.settle('wave')
    let late: (() => void) | null = null
    // The panel accepts the opening, sends no answer, and executes it after the closing.
    hold = async ({ subject, state, validUntil }) => {
      if (subject !== person.subject || state !== 'active' || late) return
      late = () => {
        const user = shop.panels.remnawave.users.get(subject)!
        Object.assign(user, { status: 'ACTIVE', expireAt: validUntil!.toISOString() })
      }
      throw new PanelAway('no answer', true)
    }
    await shop.buy(person)
    await shop.deliver('wave')
    await block(person)
    await shop.settle('wave')
    expect(there(person).wave).toBe('DISABLED')
    late!()
    hold = null
    expect(there(person).wave).toBe('ACTIVE')
    expect((await row(person, 'wave'))!.due_at).not.toBeNull()
    await makeDue()
    await shop.settle('wave')
    expect(there(person).wave).toBe('DISABLED')
    expect((await row(person, 'wave'))!.due_at).toBeNull()
  })
})

describe('unavailable panel', () => {
  it('a panel pauses after five failures, delays no other panel, and catches up when it is back', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => shop.person()))
    for (const person of people) await shop.buy(person)
    const slow = createPanelDeps(shop.config.secretKey, shop.db.database, shop.deps.log, { timeout: 2_000 })
    shop.panels.remnawave.faults.add({ method: '*', kind: 'status500', times: 10_000, ms: 0 })
    const before = shop.panels.remnawave.calls
    for (let round = 0; round < 4; round++) {
      await makeDue()
      await shop.deliver('wave', slow)
    }
    // Four deliveries run at once, so a few more than five calls are made before the panel counts as away.
    expect(shop.panels.remnawave.calls - before).toBeLessThanOrEqual(8)
    await shop.settle('hook', 'bare')
    for (const person of people) expect(there(person)).toEqual({ wave: 'none', bare: 'active', hook: 'active' })
    const shown = await perform(shop.db.database, 'tunnels.providers', {})
    expect(shown.providers.find(({ provider }) => provider === 'wave')).toMatchObject({
      waiting: 12,
      error: 'HTTP 500',
    })
    shop.panels.remnawave.faults.clear()
    await makeDue()
    await shop.settle('wave')
    for (const person of people) expect(there(person).wave).toBe('ACTIVE')
  })

  it('a hanging panel does not delay payment and mail jobs', async () => {
    const person = await shop.person()
    await shop.buy(person)
    const { open, pass, arrived } = createGate()
    hold = async () => {
      await pass()
    }
    let settled = 0
    const runner = createJobRunner({
      database: shop.db.database,
      log: shop.deps.log,
      schedules: [{ name: 'start-deliveries', kind: 'start-deliveries', lane: 'tunnels', everySeconds: 1 }],
      handlers: { ...tunnelJobs(shop.deps), settles: async () => void settled++ },
      pollMs: 20,
    })
    await runner.start()
    await arrived
    for (const lane of ['settlement', 'messages', 'alipay'] as const)
      await enqueueJob(shop.db.database, 'settles', {}, { lane })
    await shop.buy(person)
    runner.nudge()
    await expect.poll(() => settled).toBe(3)
    hold = null
    open()
    await expect.poll(() => there(person).wave).toBe('ACTIVE')
    await runner.stop()
    await shop.settle(...all)
  })

  it('a user whom the panel refuses is retried later and delays nobody else', async () => {
    const [odd, other] = [await shop.person(), await shop.person()]
    shop.panels.marzban.add(odd.subject, { admin: 'someone else' })
    for (const person of [odd, other]) await shop.buy(person)
    await shop.deliver('bare')
    expect(there(other).bare).toBe('active')
    expect(await row(odd, 'bare')).toMatchObject({
      failures: 1,
      error: 'another admin of the panel has a user of that name',
    })
    const shown = await perform(shop.db.database, 'tunnels.show', { user: String(odd.uid) }, { config: shop.config })
    expect(shown.providers.find(({ provider }) => provider === 'bare')).toMatchObject({
      stands: 'closed, not delivered yet',
      failures: 1,
    })
    shop.panels.marzban.users.delete(odd.subject)
    await perform(shop.db.database, 'tunnels.apply', { user: String(odd.uid), reason: 'a test' })
    await shop.settle(...all)
    expect(there(odd).bare).toBe('active')
  })
})

describe('providers that serve different plans', () => {
  it('a trial stays open at its panel while the panel for paid plans is away, but not beyond its end', async () => {
    const mine = await openTunnelShop({ pauseMs: 1 })
    try {
      await mine.set('a-trial', 'marzban', ['trial'])
      await mine.set('b-paid', 'remnawave', ['paid'])
      const person = await mine.person()
      await mine.trial(person)
      await mine.settle('a-trial', 'b-paid')
      const end = mine.panels.marzban.users.get(person.subject)!.expire
      mine.panels.remnawave.faults.add({ method: '*', kind: 'status500', times: 1_000, ms: 0 })
      const standing = () => [
        mine.panels.marzban.users.get(person.subject)!.status,
        mine.panels.remnawave.users.get(person.subject)?.status ?? 'none',
      ]
      const again = async () => {
        await mine.rows('update tunnel_deliveries set due_at = now() where due_at is not null')
        await mine.settle('a-trial', 'b-paid')
      }
      await mine.buy(person)
      for (let round = 0; round < 3; round++) await again()
      expect(standing()).toEqual(['active', 'none'])
      expect(mine.panels.marzban.users.get(person.subject)!.expire).toBe(end)
      await perform(mine.db.database, 'people.block', { user: String(person.uid), toldReason: 'x', reason: 'a test' })
      await again()
      expect(standing()).toEqual(['disabled', 'none'])
      await perform(mine.db.database, 'people.unblock', { user: String(person.uid), reason: 'a test' })
      mine.panels.remnawave.faults.clear()
      for (let round = 0; round < 3; round++) await again()
      expect(standing()).toEqual(['disabled', 'ACTIVE'])
    } finally {
      await mine.close()
    }
  })

  it('a webhook receiver closes users it no longer serves, by message and by feed', async () => {
    const mine = await openTunnelShop()
    try {
      const person = await mine.person()
      await mine.set('hook', 'webhook', ['paid'])
      await mine.buy(person)
      await mine.settle('hook')
      const known = () => mine.panels.receiver.states.get(person.subject)
      expect(known()).toMatchObject({ state: 'active' })
      const { feedToken } = await perform(
        mine.db.database,
        'tunnels.set-provider',
        { provider: 'hook', kind: 'webhook', serves: ['trial'], newFeedToken: true },
        { config: mine.config },
      )
      await mine.settle('hook')
      expect(known()).toMatchObject({ state: 'expired' })
      const page = await readFeed(mine.deps, { token: feedToken, after: '', limit: 10 })
      expect(page).toMatchObject({ entitlements: [{ subject: person.subject, version: known()?.version }] })
      // A message without an answer is repeated with its id; another state has another id.
      const { messages } = mine.panels.receiver
      const said = new Set(messages.map(({ id, data }) => `${id} ${JSON.stringify(data)}`))
      expect(said.size).toBe(new Set(messages.map(({ id }) => id)).size)
      expect(said.size).toBe(new Set(messages.map(({ data }) => JSON.stringify(data))).size)
    } finally {
      await mine.close()
    }
  })

  it('users move between providers on purchase, refund, and when paid time turns into a trial', async () => {
    const mine = await openTunnelShop()
    try {
      await mine.set('trials', 'marzban', ['trial'])
      await mine.set('payers', 'remnawave', ['paid'])
      await mine.set('hook', 'webhook', ['trial'])
      const standing = ({ subject }: Person) => [
        mine.panels.marzban.users.get(subject)?.status ?? 'none',
        mine.panels.remnawave.users.get(subject)?.status ?? 'none',
        mine.panels.receiver.states.get(subject)?.state ?? 'none',
      ]
      const person = await mine.person()
      await mine.trial(person, 90_000)
      await mine.settle('trials', 'payers', 'hook')
      expect(standing(person)).toEqual(['active', 'none', 'active'])
      const order = await mine.buy(person)
      await mine.settle('trials', 'hook')
      // The panel for trials keeps users until the panel for members has them.
      expect(standing(person)).toEqual(['active', 'none', 'active'])
      await mine.settle('payers')
      await mine.rows('update tunnel_deliveries set due_at = now() where due_at is not null')
      await mine.settle('trials', 'payers', 'hook')
      expect(standing(person)).toEqual(['disabled', 'ACTIVE', 'expired'])
      const reversal = { source: 'order', sourceId: order, reversedBy: crypto.randomUUID(), note: null } as const
      await mine.db.database.transaction((tx) => reverseGrant(tx, reversal))
      await mine.settle('trials', 'payers', 'hook')
      expect(standing(person)).toEqual(['active', 'DISABLED', 'active'])

      const paidFirst = await mine.person()
      await mine.buy(paidFirst)
      const from = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000)
      await mine.rows(
        `update memberships set trial_from = $2, expires_at = $2::timestamptz + interval '1 hour' where user_id = $1`,
        [paidFirst.userId, from],
      )
      await mine.settle('trials', 'payers', 'hook')
      expect(standing(paidFirst)).toEqual(['none', 'ACTIVE', 'none'])
      // The panel's own clock ends the access, even if our product is down.
      expect(mine.panels.remnawave.users.get(paidFirst.subject)?.expireAt).toBe(from.toISOString())
      const due = await mine.rows<{ provider: string; due_at: Date | null }>(
        'select provider, due_at from tunnel_deliveries where user_id = $1 order by provider',
        [paidFirst.userId],
      )
      expect(due).toEqual([
        { provider: 'hook', due_at: from },
        { provider: 'payers', due_at: from },
        { provider: 'trials', due_at: from },
      ])
      // Makes the trial begin and the deliveries due, as an hour later, and changes nothing else.
      await mine.db.asOwner('alter table memberships disable trigger user')
      await mine.rows(`update memberships set trial_from = now() - interval '1 second' where user_id = $1`, [
        paidFirst.userId,
      ])
      await mine.db.asOwner('alter table memberships enable trigger user')
      await mine.rows('update tunnel_deliveries set due_at = now() where user_id = $1', [paidFirst.userId])
      await mine.settle('trials', 'payers', 'hook')
      expect(standing(paidFirst)).toEqual(['active', 'DISABLED', 'active'])
      await mine.settle('trials', 'payers', 'hook')
    } finally {
      await mine.close()
    }
  })
})

describe('new provider', () => {
  it('a new provider receives all current members in batches, and nobody else', async () => {
    const mine = await openTunnelShop()
    try {
      const [present, ended, gone] = [await mine.person(), await mine.person(), await mine.person()]
      for (const person of [present, ended, gone]) await mine.buy(person)
      await mine.rows(`update memberships set expires_at = now() - interval '1 day' where user_id = $1`, [ended.userId])
      await mine.db.database.transaction((tx) => scheduleDeletion(tx, gone.userId))
      await mine.db.database.transaction((tx) => markErased(tx, gone.userId))
      await mine.db.asOwner(
        `with made as (insert into users (id, uid, invite_code, language, password_hash) select gen_random_uuid(), 500000000 + n, 'FILL' || n, 'en', 'x' from generate_series(1, 1500) n returning id)
         insert into memberships (user_id, expires_at, max_devices) select id, now() + interval '1 day', 1 from made`,
      )
      await mine.set('late', 'webhook')
      await mine.settle('late')
      expect(mine.panels.receiver.states.size).toBe(1_501)
      expect(mine.panels.receiver.states.get(present.subject)?.state).toBe('active')
      expect(mine.panels.receiver.states.has(ended.subject)).toBe(false)
      expect(mine.panels.receiver.states.has(gone.subject)).toBe(false)
    } finally {
      await mine.close()
    }
  })

  it('a change begun before the provider was added and committed after reaches it', async () => {
    const mine = await openTunnelShop()
    const client = new pg.Client(mine.db.connection)
    try {
      const person = await mine.person()
      await mine.buy(person)
      await mine.rows(`update memberships set expires_at = now() - interval '1 day' where user_id = $1`, [
        person.userId,
      ])
      await client.connect()
      await client.query('begin')
      await client.query(`update memberships set expires_at = now() + interval '1 day' where user_id = $1`, [
        person.userId,
      ])
      await mine.set('late', 'webhook')
      for (let round = 0; round < 3; round++) await mine.deliver('late')
      expect(mine.panels.receiver.states.size).toBe(0)
      await client.query('commit')
      await mine.settle('late')
      expect(mine.panels.receiver.states.get(person.subject)?.state).toBe('active')
    } finally {
      await client.end()
      await mine.close()
    }
  })
})

describe('operator actions', () => {
  it('provider settings are encrypted, and no secret appears in any table or in the audit log', async () => {
    const everything = JSON.stringify(await dumpTexts(shop.db))
    for (const known of [remnawaveToken, marzbanPassword, secret]) expect(everything).not.toContain(known.toLowerCase())
    expect(everything).toContain('tunnels.set-provider')
  })

  it.each([
    [
      { url: 'http://panel.example/', token: 'x'.repeat(20), squads: ['4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21'] },
      'must begin with https',
    ],
    [
      {
        url: 'https://me:secret@panel.example/',
        token: 'x'.repeat(20),
        squads: ['4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21'],
      },
      'must not contain a user name',
    ],
    [
      { url: 'ftp://panel.example/', token: 'x'.repeat(20), squads: ['4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21'] },
      'must be an address',
    ],
    [{ url: 'https://panel.example/', token: 'x'.repeat(20), squads: [] }, 'squads'],
    [{ url: 'https://panel.example/', token: 'x'.repeat(20) }, 'squads'],
    [
      {
        url: 'https://panel.example/?token=1',
        token: 'x'.repeat(20),
        squads: ['4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21'],
      },
      'must end with the path',
    ],
  ])('invalid provider settings are refused: %o', async (settings, why) => {
    await expect(shop.set('wrong', 'remnawave', ['paid'], settings)).rejects.toThrow(why)
  })

  it('a provider URL without TLS on the local machine is refused in PROD', async () => {
    const input = {
      provider: 'local',
      kind: 'webhook' as const,
      serves: ['paid'],
      file: JSON.stringify(shop.panels.settings.webhook),
    }
    const production = { ...shop.config, environment: 'PROD' as const }
    await expect(perform(shop.db.database, 'tunnels.set-provider', input, { config: production })).rejects.toThrow(
      'https',
    )
  })

  it('a provider with open users is removed only after they are closed or with an explicit option', async () => {
    const mine = await openTunnelShop()
    try {
      await mine.set('leaving', 'remnawave')
      const person = await mine.person()
      await mine.buy(person)
      await mine.settle('leaving')
      const remove = (abandon?: boolean) =>
        perform(mine.db.database, 'tunnels.remove-provider', {
          provider: 'leaving',
          reason: 'x',
          ...(abandon && { abandon }),
        })
      await expect(remove()).rejects.toThrow('1 person is open')
      await perform(
        mine.db.database,
        'tunnels.set-provider',
        { provider: 'leaving', kind: 'remnawave', serves: ['none'] },
        { config: mine.config },
      )
      await mine.settle('leaving')
      expect(mine.panels.remnawave.users.get(person.subject)?.status).toBe('DISABLED')
      await remove()
      expect(await mine.rows('select 1 from tunnel_deliveries')).toEqual([])
      await mine.buy(person)
      await mine.set('leaving', 'remnawave')
      await mine.settle('leaving')
      expect(mine.panels.remnawave.users.get(person.subject)?.status).toBe('ACTIVE')
      await remove(true)
    } finally {
      await mine.close()
    }
  })

  it('users whose time expired are reported as closed at a provider without a delivery', async () => {
    const mine = await openTunnelShop()
    try {
      await mine.set('leaving', 'remnawave')
      const person = await mine.person()
      await mine.buy(person)
      await mine.settle('leaving')
      const shown = async () => [
        (await perform(mine.db.database, 'tunnels.providers', {})).providers[0]?.open,
        (await perform(mine.db.database, 'tunnels.show', { user: String(person.uid) }, { config: mine.config }))
          .providers[0]?.stands,
      ]
      expect(await shown()).toEqual([1, 'open'])
      // Moves the end into the past without triggers, as if only time had passed.
      await mine.rows('alter table memberships disable trigger user')
      await mine.rows(`update memberships set expires_at = now() - interval '1 second'`)
      await mine.rows('alter table memberships enable trigger user')
      expect(await shown()).toEqual([0, 'closed'])
      // Counts users whose closing is not delivered yet, and those found open at the panel until repaired.
      await mine.rows('update tunnel_deliveries set behind_since = now()')
      expect(await shown()).toEqual([1, 'open, not delivered yet'])
      await mine.rows(`update tunnel_deliveries set behind_since = null, drift = 'open there'`)
      expect((await shown())[0]).toBe(1)
      const remove = () =>
        perform(mine.db.database, 'tunnels.remove-provider', { provider: 'leaving', reason: 'a test' })
      await expect(remove()).rejects.toThrow('1 person is open')
      await mine.rows('update tunnel_deliveries set drift = null')
      await remove()
    } finally {
      await mine.close()
    }
  })

  it('a purchase during the removal of a provider waits for it and is kept', async () => {
    const mine = await openTunnelShop()
    const { open, pass, arrived } = createGate()
    try {
      await mine.set('leaving', 'remnawave')
      await mine.settle('leaving')
      const person = await mine.person()
      const removing = mine.db.database.transaction(async (tx) => {
        await removeProvider(tx, 'leaving')
        await pass()
      })
      await arrived
      const buying = mine.buy(person)
      await waitForWaiters(mine, 1)
      open()
      await Promise.all([removing, buying])
      expect(await mine.rows('select 1 from memberships where expires_at > now()')).toHaveLength(1)
      expect(await mine.rows('select 1 from tunnel_deliveries')).toEqual([])
    } finally {
      open()
      await mine.close()
    }
  })

  it('open connections can be dropped on request, and a provider can be tested without a change', async () => {
    const person = await shop.person()
    await shop.buy(person)
    await shop.settle(...all)
    const before = shop.panels.remnawave.drops.length
    await perform(shop.db.database, 'tunnels.drop', { user: String(person.uid), reason: 'a stolen phone' })
    await shop.settle(...all)
    expect(shop.panels.remnawave.drops.slice(before)).toEqual([person.subject])
    expect(there(person).wave).toBe('ACTIVE')
    const tried = await perform(
      shop.db.database,
      'tunnels.test-provider',
      { provider: 'wave' },
      { config: shop.config },
    )
    expect(tried.says).toContain('The panel accepts our token, which may do everything that the shop needs')
    await expect(
      perform(shop.db.database, 'tunnels.test-provider', { provider: 'nothing' }, { config: shop.config }),
    ).rejects.toThrow('There is no VPN panel')
  })
})

describe('erasure', () => {
  it('an erasure deletes the user at every provider, verifies it, and removes the stored user names of the provider', async () => {
    const person = await shop.person()
    await shop.buy(person)
    await shop.settle(...all)
    expect(JSON.stringify(await dumpTexts(shop.db))).toContain(person.subject)
    await erase(person)
    await shop.settle(...all)
    expect(there(person)).toEqual({ wave: 'none', bare: 'none', hook: 'erased' })
    expect(JSON.stringify(await dumpTexts(shop.db))).not.toContain(person.subject)
    for (const id of all) expect(await row(person, id)).toMatchObject({ subject: null, is_open: false, due_at: null })
  })

  // 3x-ui answered a deletion with success and kept the user (MHSanaei/3x-ui#3464).
  it('an erasure is retried until a panel that claims the deletion has really deleted the user', async () => {
    const { remnawave, marzban } = shop.panels
    const person = await shop.person()
    await shop.buy(person)
    await shop.settle(...all)
    for (const panel of [remnawave, marzban]) panel.keepsDeleted = true
    try {
      await erase(person)
      await shop.settle(...all)
    } finally {
      for (const panel of [remnawave, marzban]) panel.keepsDeleted = false
    }
    for (const id of ['wave', 'bare'])
      expect(await row(person, id)).toMatchObject({
        subject: person.subject,
        failures: 1,
        error: 'it said that the user was deleted, and still has them',
      })
    // A panel that falsely claims deletions is not removed without the explicit option.
    await expect(
      perform(shop.db.database, 'tunnels.remove-provider', { provider: 'bare', reason: 'a test' }),
    ).rejects.toThrow(/1 erased person is still known there/)
    await makeDue()
    await shop.settle(...all)
    expect(there(person)).toEqual({ wave: 'none', bare: 'none', hook: 'erased' })
    expect(await row(person, 'wave')).toMatchObject({ subject: null, error: null })
  })
})

it('deliveries in any order, with losses and repetitions, end in the entitled state', async () => {
  type Step =
    | 'buy'
    | 'refund'
    | 'block'
    | 'unblock'
    | 'trial'
    | 'erase'
    | 'deliver'
    | 'lost'
    | 'creationLost'
    | 'away'
    | 'twice'
    | 'forget'
    | 'compare'
    | 'tamper'
    | 'revive'
    | 'message'
    | 'rotate'
  const steps = fc.array(
    fc.constantFrom<Step>(
      'buy',
      'refund',
      'block',
      'unblock',
      'trial',
      'erase',
      'deliver',
      'lost',
      'creationLost',
      'away',
      'twice',
      'forget',
      'compare',
      'tamper',
      'revive',
      'message',
      'rotate',
    ),
    { minLength: 1, maxLength: 14 },
  )
  const faults = [shop.panels.remnawave.faults, shop.panels.marzban.faults, shop.panels.receiver.faults]
  await fc.assert(
    fc.asyncProperty(steps, async (names) => {
      const person = await shop.person()
      const model = { orders: [] as string[], hasTrial: false, blocked: false, erased: false }
      const acts: Record<Step, () => Promise<unknown>> = {
        async buy() {
          if (!model.erased) model.orders.push(await shop.buy(person))
        },
        async refund() {
          const order = model.orders.shift()
          if (order !== undefined) await refund(order)
        },
        async block() {
          if (!model.blocked) await block(person)
          model.blocked = true
        },
        async unblock() {
          if (model.blocked)
            await perform(shop.db.database, 'people.unblock', { user: String(person.uid), reason: 'x' })
          model.blocked = false
        },
        async trial() {
          if (!model.erased) {
            await shop.trial(person)
            model.hasTrial = true
          }
        },
        async erase() {
          if (!model.erased) await erase(person)
          model.erased = true
        },
        deliver: () => Promise.all(all.map((id) => shop.deliver(id))),
        async lost() {
          for (const one of faults) one.add({ method: '*', kind: 'lost', times: 1, ms: 0 })
          await Promise.all(all.map((id) => shop.deliver(id)))
        },
        async creationLost() {
          shop.panels.remnawave.faults.add({ method: 'POST /remnawave/api/users', kind: 'lost', times: 1, ms: 0 })
          shop.panels.marzban.faults.add({ method: 'POST /marzban/api/user', kind: 'lost', times: 1, ms: 0 })
          await Promise.all(all.map((id) => shop.deliver(id)))
        },
        async away() {
          for (const one of faults) one.add({ method: '*', kind: 'status500', times: 2, ms: 0 })
          await Promise.all(all.map((id) => shop.deliver(id)))
        },
        async twice() {
          await shop.rows(`update tunnel_deliveries set due_at = now(), turn = turn + 1 where user_id = $1`, [
            person.userId,
          ])
          await Promise.all([...all, ...all].map((id) => shop.deliver(id)))
        },
        compare: () => Promise.all(['wave', 'bare'].map((id) => compareWithPanel(shop.deps, jobFor(id)))),
        async tamper() {
          const { remnawave, marzban } = shop.panels
          const user = remnawave.users.get(person.subject)
          if (user) user.status = 'DISABLED'
          marzban.users.delete(person.subject)
        },
        async revive() {
          const { remnawave, marzban } = shop.panels
          // A user who never was a member may belong to another shop on the panel.
          if ((await shop.rows('select 1 from memberships where user_id = $1', [person.userId])).length === 0) return
          const user = remnawave.users.get(person.subject)
          const expireAt = new Date(Date.now() + 9e9).toISOString()
          if (user) Object.assign(user, { status: 'ACTIVE', expireAt })
          else remnawave.add(person.subject, { status: 'ACTIVE', expireAt, tag: 'WAYFARE' })
          if (!marzban.users.has(person.subject))
            marzban.add(person.subject, { expire: Math.floor(Date.now() / 1_000) + 9e6 })
        },
        async message() {
          const user = shop.panels.remnawave.users.get(person.subject)
          if (!user) return
          const { headers, body } = shop.panels.remnawave.webhook('signs-what-it-sends', 'user.modified', user)
          const signature = headers['x-remnawave-signature']!
          await receivePanelMessage(shop.deps, { provider: 'wave', raw: Buffer.from(body), signature })
        },
        rotate: () => shop.db.database.transaction((tx) => markRevoke(tx, person.userId)),
        forget: () =>
          shop.rows(
            `update tunnel_deliveries set claim = gen_random_uuid(), claimed_until = now() where user_id = $1`,
            [person.userId],
          ),
      }
      for (const name of names) await acts[name]()
      for (const one of faults) one.clear()
      const settle = async () => {
        for (let round = 0; round < 3; round++) {
          await makeDue()
          await shop.settle(...all)
        }
      }
      await settle()
      await acts.compare()
      await settle()
      const isOpen = !model.erased && !model.blocked && (model.orders.length > 0 || model.hasTrial)
      const standing = there(person)
      const reason = `${names.join(', ')}: ${JSON.stringify(standing)}`
      expect([standing.wave === 'ACTIVE', standing.bare === 'active', standing.hook === 'active'], reason).toEqual([
        isOpen,
        isOpen,
        isOpen,
      ])
      expect(!model.erased || (standing.wave === 'none' && standing.bare === 'none'), reason).toBe(true)
      const end = (
        await shop.rows<{ expires_at: Date | null }>('select expires_at from memberships where user_id = $1', [
          person.userId,
        ])
      )[0]?.expires_at
      expect(!isOpen || shop.panels.remnawave.users.get(person.subject)?.expireAt === end?.toISOString(), reason).toBe(
        true,
      )
      for (const id of all) {
        const owed = await row(person, id)
        expect(owed?.behind_since ?? null, reason).toBeNull()
        // Any due delivery is in the future, at the change from paid time to trial.
        expect(owed?.due_at?.getTime() ?? Infinity, reason).toBeGreaterThan(Date.now() + 86_400_000)
      }
    }),
    { numRuns: countRounds(500, 30) },
  )
})
