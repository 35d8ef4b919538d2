import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantPlan, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { asNative, registerNative, userIdOf, waitForWaiters } from '../../support/native.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
})
afterAll(() => app.close())

const claim = '/api/user/user_claim_trial'
const state = '/api/user/user_trial'
const day = 86_400_000
const phone = (deviceId: string) => asNative(app, { platform: 'ios', deviceId })
const signIn = (accountName: string, deviceId: string) =>
  app.call(
    '/api/user/user_login_username',
    { accountName, password: 'correct horse 42', agreed: true },
    phone(deviceId),
  )
const trialOf = async (token: string | undefined) => (await app.call(state, {}, { token })).data
const grantsOf = async (uid: number) =>
  (
    await app.db.asOwner<{ source: string; seconds: string }>(
      'select source, seconds from membership_grants where user_id = $1 order by position',
      [await userIdOf(app, uid)],
    )
  ).map(({ source, seconds }) => `${source} ${seconds}`)
const setting = (key: string, value: number) =>
  app.db.asOwner(
    `insert into settings (key, value) values ($1, $2::text::jsonb) on conflict (key) do update set value = excluded.value`,
    [key, value],
  )

async function arm(accountName: string) {
  const person = await registerThroughApi(app, accountName)
  const { data, status } = await app.call(claim, {}, { token: person.token })
  expect(status).toBe('OK')
  return { ...person, accountName, trial: data }
}
const age = async (uid: number, interval: string) =>
  app.db.asOwner(
    `update trial_claims set claimed_at = claimed_at - $2::interval, lapses_at = lapses_at - $2::interval where user_id = $1`,
    [await userIdOf(app, uid), interval],
  )
/** Locks these rows until `open` is called, so that other requests wait. */
async function gate(statement: string, values: unknown[]) {
  const client = new pg.Client(app.db.connection)
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  return {
    client,
    open: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

describe('trial claimed in a browser', () => {
  it('a trial waits up to seven days without granting time, and starts at the first app sign-in', async () => {
    const person = await arm('waits.first')
    expect(person.trial).toMatchObject({ state: 'armed', minutes: 15, startedAt: null, endsAt: null })
    expect(person.trial.lapsesAt! - person.trial.claimedAt!).toBe(7 * day)
    expect(await grantsOf(person.uid)).toEqual([])
    await app.call('/api/user/user_login_username', {
      accountName: 'waits.first',
      password: 'correct horse 42',
      agreed: true,
    })
    expect((await trialOf(person.token)).state).toBe('armed')
    const phoneToken = (await signIn('waits.first', 'first-phone')).pragma
    const running = await trialOf(person.token)
    expect(running.state).toBe('running')
    expect(running.endsAt! - running.startedAt!).toBe(15 * 60_000)
    expect(await grantsOf(person.uid)).toEqual(['trial 900'])
    expect((await app.call('/api/system/system_user_info', {}, { token: phoneToken })).data.expiresAt).toBe(
      running.endsAt,
    )
    expect((await app.call(claim, {}, { token: person.token })).status).toBe('TrialUsed')
    await signIn('waits.first', 'first-phone')
    expect(await grantsOf(person.uid)).toEqual(['trial 900'])
  })

  it('a trial allows one device, and a second is refused', async () => {
    await arm('one.place')
    expect((await signIn('one.place', 'place-phone-1')).status).toBe('OK')
    expect((await signIn('one.place', 'place-phone-2')).status).toBe('DeviceLimitReached')
  })

  it('repeated and concurrent claims create one waiting trial', async () => {
    const { token, uid } = await registerThroughApi(app, 'asks.web')
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.call(claim, {}, { token })))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(answers.every(({ status }) => status === 'OK')).toBe(true)
    expect(await grantsOf(uid)).toEqual([])
  })

  it('a trial waits as long as configured at the claim, and keeps its promised minutes', async () => {
    await setting('trialArmedDays', 3)
    const person = await arm('three.days')
    expect(person.trial.lapsesAt! - person.trial.claimedAt!).toBe(3 * day)
    await setting('trialArmedDays', 7)
    await setting('trialMinutes', 5)
    await signIn('three.days', 'three-phone')
    expect(await trialOf(person.token)).toMatchObject({ state: 'running', minutes: 15 })
    await setting('trialMinutes', 15)
  })

  it('an expired trial claim starts nothing and is not given again', async () => {
    const person = await arm('too.late')
    await age(person.uid, '7 days')
    expect((await trialOf(person.token)).state).toBe('lapsed')
    expect((await signIn('too.late', 'late-phone')).status).toBe('OK')
    expect(await grantsOf(person.uid)).toEqual([])
    expect((await app.call(claim, {}, { token: person.token })).status).toBe('TrialUsed')
    const other = await registerNative(app, 'not.late', { platform: 'ios', deviceId: 'late-phone' })
    expect((await app.call(claim, {}, { token: other.token })).data.state).toBe('running')
  })

  it('a trial does not start on a device that had one, and waits for another', async () => {
    const had = await registerNative(app, 'had.one', { platform: 'ios', deviceId: 'had-phone' })
    await app.call(claim, {}, { token: had.token })
    const person = await arm('comes.second')
    expect((await signIn('comes.second', 'had-phone')).status).toBe('OK')
    expect(await grantsOf(person.uid)).toEqual([])
    expect((await trialOf(person.token)).state).toBe('armed')
    expect((await app.call(claim, {}, { token: person.token })).status).toBe('TrialUsedOnDevice')
    await app.db.asOwner('delete from devices where user_id = $1', [await userIdOf(app, person.uid)])
    await signIn('comes.second', 'own-phone')
    expect((await trialOf(person.token)).state).toBe('running')
  })

  it('a waiting trial is longer if an invitation was credited before it starts', async () => {
    const inviter = await registerThroughApi(app, 'invites.you')
    const person = await arm('invited.later')
    await app.db.asOwner(
      `insert into referrals (user_id, inviter_id, via, verdict) values ($1, $2, 'typed', 'counted')`,
      [await userIdOf(app, person.uid), await userIdOf(app, inviter.uid)],
    )
    expect((await trialOf(person.token)).minutes).toBe(180)
    await signIn('invited.later', 'invited-phone')
    expect(await grantsOf(person.uid)).toEqual(['trial 10800'])
  })

  it('a waiting trial is kept through a purchase and its refund', async () => {
    const person = await arm('buys.instead')
    const userId = await userIdOf(app, person.uid)
    const plan = {
      userId,
      source: 'operator',
      sourceId: 'bought instead',
      months: 1,
      bonusDays: 0,
      maxDevices: 5,
    } as const
    await app.db.database.transaction((tx) => grantPlan(tx, plan))
    const paid = (await grantsOf(person.uid))[0]!
    await signIn('buys.instead', 'buyer-phone')
    expect(await grantsOf(person.uid)).toEqual([paid])
    expect((await trialOf(person.token)).state).toBe('armed')
    const taken = { source: 'operator', sourceId: 'bought instead', reversedBy: 'given back', note: null } as const
    await app.db.database.transaction((tx) => reverseGrant(tx, taken))
    await signIn('buys.instead', 'buyer-phone')
    expect((await trialOf(person.token)).state).toBe('running')
  })

  it('a running trial comes before time bought meanwhile, and no minute is lost', async () => {
    const person = await arm('buys.meanwhile')
    const userId = await userIdOf(app, person.uid)
    await signIn('buys.meanwhile', 'meanwhile-phone')
    const { endsAt } = await trialOf(person.token)
    const plan = {
      userId,
      source: 'operator',
      sourceId: 'bought meanwhile',
      months: 1,
      bonusDays: 0,
      maxDevices: 5,
    } as const
    const granted = await app.db.database.transaction((tx) => grantPlan(tx, plan))
    expect(granted!.expiresAt.getTime()).toBe(endsAt! + granted!.seconds * 1000)
  })

  it('account deletion removes the trial, and the device stays used without naming anyone', async () => {
    const person = await arm('goes.away')
    await signIn('goes.away', 'gone-phone')
    await app.db.asOwner(`insert into account_deletions (user_id, requested_at, erase_at) values ($1, now(), now())`, [
      await userIdOf(app, person.uid),
    ])
    expect(await eraseDueAccounts(app.db.database)).toBe(1)
    expect(
      await app.db.asOwner('select 1 from trial_devices where user_id = $1', [await userIdOf(app, person.uid)]),
    ).toEqual([])
    const again = await arm('goes.away')
    await signIn('goes.away', 'gone-phone')
    expect((await trialOf(again.token)).state).toBe('armed')
    expect(await grantsOf(again.uid)).toEqual([])
  })
})

describe('concurrent sign-ins', () => {
  it('sign-ins of one account on two devices start one trial, and one device is accepted', async () => {
    const person = await arm('two.at.once')
    const userId = await userIdOf(app, person.uid)
    const held = await gate(
      'insert into device_lists (user_id) values ($1) on conflict (user_id) do update set user_id = excluded.user_id',
      [userId],
    )
    const both = [signIn('two.at.once', 'race-phone-a'), signIn('two.at.once', 'race-phone-b')]
    await waitForWaiters(app, 2)
    await held.open()
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual(['DeviceLimitReached', 'OK'])
    expect(await grantsOf(person.uid)).toEqual(['trial 900'])
  })

  it('sign-ins of two accounts on one device start one trial, and the other waits', async () => {
    const people = [await arm('same.a'), await arm('same.b')]
    // Both sign-ins hold their own ledger lock and wait before using the device.
    const ids = await Promise.all(people.map(({ uid }) => userIdOf(app, uid)))
    for (const id of ids)
      await app.db.asOwner('insert into memberships (user_id) values ($1) on conflict do nothing', [id])
    const held = await gate('select 1 from memberships where user_id = any($1::uuid[]) for update', [ids])
    const both = [signIn('same.a', 'shared-race'), signIn('same.b', 'shared-race')]
    await waitForWaiters(app, 2)
    await held.open()
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual(['OK', 'OK'])
    const states = await Promise.all(people.map(async ({ token }) => (await trialOf(token)).state))
    expect(states.toSorted()).toEqual(['armed', 'running'])
    expect((await Promise.all(people.map(({ uid }) => grantsOf(uid)))).flat()).toEqual(['trial 900'])
  })

  it('a sign-in racing a payment grants trial time only before the payment', async () => {
    const person = await arm('pays.now')
    const userId = await userIdOf(app, person.uid)
    await app.db.asOwner('insert into memberships (user_id) values ($1) on conflict do nothing', [userId])
    const held = await gate('select 1 from memberships where user_id = $1 for update', [userId])
    const signingIn = signIn('pays.now', 'pays-phone')
    await waitForWaiters(app, 1)
    // Simulates the payment's write while it holds the membership.
    await held.client.query(
      `insert into membership_grants (id, user_id, source, source_id, seconds, plan_months, max_devices, expires_at)
       values (gen_random_uuid(), $1, 'order', 'order of the race', 2592000, 1, 5, now() + interval '30 days')`,
      [userId],
    )
    await held.client.query(
      `update memberships set expires_at = now() + interval '30 days', max_devices = 5 where user_id = $1`,
      [userId],
    )
    await held.open()
    expect((await signingIn).status).toBe('OK')
    expect(await grantsOf(person.uid)).toEqual(['order 2592000'])
    expect((await trialOf(person.token)).state).toBe('armed')
  })

  it('a sign-in racing the end of the waiting time is judged by when it began', async () => {
    const person = await arm('just.in.time')
    const userId = await userIdOf(app, person.uid)
    const held = await gate(
      'insert into device_lists (user_id) values ($1) on conflict (user_id) do update set user_id = excluded.user_id',
      [userId],
    )
    const signingIn = signIn('just.in.time', 'just-phone')
    await waitForWaiters(app, 1)
    await held.client.query('update trial_claims set lapses_at = clock_timestamp() where user_id = $1', [userId])
    await held.open()
    expect((await signingIn).status).toBe('OK')
    const trial = await trialOf(person.token)
    expect(trial).toMatchObject({ state: 'running' })
    expect(trial.startedAt!).toBeLessThan(trial.lapsesAt!)
    expect(await grantsOf(person.uid)).toEqual(['trial 900'])
  })

  it('a sign-in racing another claim in the browser leaves one running trial', async () => {
    const person = await registerThroughApi(app, 'claims.while')
    const userId = await userIdOf(app, person.uid)
    const held = await gate('insert into device_lists (user_id) values ($1)', [userId])
    const claiming = app.call(claim, {}, { token: person.token })
    const signingIn = signIn('claims.while', 'while-phone')
    await waitForWaiters(app, 2)
    await held.open()
    await Promise.all([claiming, signingIn])
    expect((await trialOf(person.token)).state).toBe('running')
    expect(await grantsOf(person.uid)).toEqual(['trial 900'])
  })
})
