import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantPlan, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { asNative, registerNative, userIdOf, waitForWaiters } from '../../support/native.ts'
import { countRounds } from '../../support/race-rounds.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
})
afterAll(() => app.close())

const claim = '/api/user/user_claim_trial'
const state = '/api/user/user_trial'
const userInfo = '/api/system/system_user_info'
const phone = (deviceId: string) => ({ platform: 'ios', deviceId }) as const
const grantsOf = async (uid: number) =>
  app.db.asOwner<{ source: string; seconds: string }>(
    'select source, seconds from membership_grants where user_id = $1 order by granted_at, id',
    [await userIdOf(app, uid)],
  )

const typed = (accountName: string) => ({ accountName, password: 'correct horse 42', agreed: true })

/** Signs in on another device, which replaces the current one. Returns its token. */
async function takePlace(accountName: string, uid: number, deviceId: string): Promise<string> {
  await app.db.asOwner('delete from devices where user_id = $1', [await userIdOf(app, uid)])
  const answer = await app.call('/api/user/user_login_username', typed(accountName), asNative(app, phone(deviceId)))
  return answer.pragma as string
}

describe('free trial', () => {
  it('a trial grants its minutes, appears in the ledger and states its end', async () => {
    const { token, uid } = await registerNative(app, 'tries.it', phone('trial-phone-1'))
    expect((await app.call(state, {}, { token })).data).toEqual({
      state: 'none',
      minutes: 15,
      minutesWithAddress: null,
      available: true,
      refusal: null,
      startsNow: true,
      claimedAt: null,
      lapsesAt: null,
      startedAt: null,
      endsAt: null,
    })
    const before = Date.now()
    const { data } = await app.call(claim, {}, { token })
    expect(data.minutes).toBe(15)
    expect(data.state).toBe('running')
    expect(data.endsAt! - 15 * 60_000).toBeGreaterThan(before - 5_000)
    expect(data.endsAt! - 15 * 60_000).toBeLessThan(Date.now() + 5_000)
    expect(await grantsOf(uid)).toEqual([{ source: 'trial', seconds: '900' }])
    expect((await app.call(userInfo, {}, { token })).data).toMatchObject({ expiresAt: data.endsAt, yearlyPaidUser: 0 })
    const after = await app.call(state, {}, { token })
    expect(after.data).toMatchObject({ available: false, endsAt: data.endsAt })
    expect((await app.call(claim, {}, { token })).status).toBe('TrialUsed')
  })

  it('a trial has the configured length', async () => {
    await app.db.asOwner(
      `insert into settings (key, value) values ('trialMinutes', '45') on conflict (key) do update set value = '45'`,
    )
    const { token } = await registerNative(app, 'longer.trial', phone('trial-phone-2'))
    expect((await app.call(claim, {}, { token })).data.minutes).toBe(45)
    await app.db.asOwner(`update settings set value = '15' where key = 'trialMinutes'`)
  })

  it('a trial is granted once to an account, however many requests come at once', async () => {
    for (let round = 0; round < countRounds(200, 3); round++) {
      const { token, uid } = await registerNative(app, `asks.often.${round}`, phone(`asks-often-${round}`))
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.call(claim, {}, { token })))
      expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 'TrialUsed')).toHaveLength(49)
      expect(await grantsOf(uid)).toHaveLength(1)
    }
  })

  it('a trial is granted once to a device, whatever accounts are opened on it at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) => registerNative(app, `same.device.${n}`, phone('shared-phone'))),
    )
    const answers = await Promise.all(people.map(({ token }) => app.call(claim, {}, { token })))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'TrialUsedOnDevice')).toHaveLength(19)
    const rows = await Promise.all(people.map(({ uid }) => grantsOf(uid)))
    expect(rows.flat()).toHaveLength(1)
    const refused = people[answers.findIndex(({ status }) => status !== 'OK')]!
    expect((await app.call(state, {}, { token: refused.token })).data).toMatchObject({
      available: false,
      refusal: 'TrialUsedOnDevice',
      claimedAt: null,
    })
    expect((await app.call(userInfo, {}, { token: refused.token })).data.expiresAt).toBeNull()
  })

  it('a trial claimed in a browser starts at once when an app is signed in, and uses up that device', async () => {
    const bound = await registerNative(app, 'has.phone', phone('browser-phone-1'))
    const web = await app.call('/api/user/user_login_username', typed('has.phone'))
    expect((await app.call(claim, {}, { token: web.pragma })).data.state).toBe('running')
    expect((await app.call(state, {}, { token: bound.token })).data.available).toBe(false)
    const second = await registerNative(app, 'second.account', phone('browser-phone-1'))
    expect((await app.call(claim, {}, { token: second.token })).status).toBe('TrialUsedOnDevice')
    expect((await app.call(state, {}, { token: second.token })).data.state).toBe('none')
  })

  it('a device that replaces another during a trial has used up its own trial', async () => {
    const first = await registerNative(app, 'gets.new', phone('old-phone'))
    expect((await app.call(claim, {}, { token: first.token })).status).toBe('OK')
    await takePlace('gets.new', first.uid, 'new-phone')
    const third = await registerNative(app, 'third.account', phone('new-phone'))
    expect((await app.call(claim, {}, { token: third.token })).status).toBe('TrialUsedOnDevice')
  })

  it('a trial ends when its device is replaced by one that had a trial with another account', async () => {
    const first = await registerNative(app, 'chain.zero', phone('chained-phone'))
    expect((await app.call(claim, {}, { token: first.token })).status).toBe('OK')
    for (let n = 1; n <= 3; n++) {
      const next = await registerNative(app, `chain.next.${n}`, phone(`chain-own-${n}`))
      expect((await app.call(claim, {}, { token: next.token })).status).toBe('OK')
      const joined = await takePlace(`chain.next.${n}`, next.uid, 'chained-phone')
      expect((await app.call(userInfo, {}, { token: joined })).data.expiresAt).toBeLessThanOrEqual(Date.now())
      expect((await grantsOf(next.uid)).map(({ seconds }) => seconds)).toEqual(['900', '-900'])
      expect((await app.call(state, {}, { token: joined })).data).toMatchObject({ available: false, state: 'over' })
      expect((await app.call(claim, {}, { token: joined })).status).toBe('TrialUsed')
    }
    expect((await app.call(userInfo, {}, { token: first.token })).data.expiresAt).toBeGreaterThan(Date.now())
  })

  it('a trial continues when its own device or its replacement signs in again', async () => {
    const { token, uid } = await registerNative(app, 'comes.again', phone('comes-again'))
    expect((await app.call(claim, {}, { token })).status).toBe('OK')
    for (let n = 0; n < 2; n++)
      await app.call('/api/user/user_login_username', typed('comes.again'), asNative(app, phone('comes-again')))
    expect((await grantsOf(uid)).map(({ seconds }) => seconds)).toEqual(['900'])
    for (let n = 0; n < 2; n++) await takePlace('comes.again', uid, `joins-twice-${n}`)
    await takePlace('comes.again', uid, 'joins-twice-0')
    expect((await grantsOf(uid)).map(({ seconds }) => seconds)).toEqual(['900'])
  })

  it('a trial and a device that joins at the same moment are processed in turn', async () => {
    const { token, uid } = await registerThroughApi(app, 'joins.now')
    const userId = await userIdOf(app, uid)
    const gate = new pg.Client(app.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('insert into device_lists (user_id) values ($1)', [userId])
    const claiming = app.call(claim, {}, { token })
    await waitForWaiters(app, 1)
    await gate.query(
      `insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, 'joins-meanwhile', 'ios')`,
      [userId],
    )
    await gate.query('commit')
    await gate.end()
    expect((await claiming).status).toBe('OK')
    const next = await registerNative(app, 'joins.next', phone('joins-meanwhile'))
    expect((await app.call(claim, {}, { token: next.token })).status).toBe('TrialUsedOnDevice')
  })

  it('a trial is refused during a membership and available after it', async () => {
    const { token, uid } = await registerNative(app, 'payer.trial', phone('payers-phone'))
    const userId = await userIdOf(app, uid)
    const plan = { userId, source: 'operator', sourceId: 'a year', months: 12, bonusDays: 0, maxDevices: 5 } as const
    await app.db.database.transaction((tx) => grantPlan(tx, plan))
    expect((await app.call(state, {}, { token })).data).toMatchObject({ available: false, refusal: 'MembershipRuns' })
    expect(await app.call(claim, {}, { token })).toMatchObject({ http: 409, status: 'MembershipRuns' })
    const taken = { source: 'operator', sourceId: 'a year', reversedBy: 'taken back', note: null } as const
    await app.db.database.transaction((tx) => reverseGrant(tx, taken))
    expect((await app.call(claim, {}, { token })).data).toMatchObject({ state: 'running', minutes: 15 })
  })

  it('no trial is offered when its minutes are not a positive whole number', async () => {
    for (const minutes of ['0', '-5', '1.5', '"15"']) {
      await app.db.asOwner(
        `insert into settings (key, value) values ('trialMinutes', $1::jsonb)
         on conflict (key) do update set value = excluded.value`,
        [minutes],
      )
      const { token, uid } = await registerThroughApi(app, `no.trial.${minutes.length}${minutes.codePointAt(0)}`)
      expect(await app.call(claim, {}, { token })).toMatchObject({ http: 409, status: 'TrialNotOffered' })
      expect((await app.call(state, {}, { token })).data).toMatchObject({
        minutes: 0,
        available: false,
        refusal: 'TrialNotOffered',
      })
      expect(await grantsOf(uid)).toEqual([])
    }
    await app.db.asOwner(`update settings set value = '15' where key = 'trialMinutes'`)
  })

  it('a device that joins after the trial ended keeps its own trial', async () => {
    const first = await registerNative(app, 'long.ago', phone('long-ago'))
    expect((await app.call(claim, {}, { token: first.token })).status).toBe('OK')
    await app.db.asOwner(`update trial_claims set ends_at = now() - interval '1 day' where user_id = $1`, [
      await userIdOf(app, first.uid),
    ])
    await takePlace('long.ago', first.uid, 'joined-too-late')
    const next = await registerNative(app, 'fresh.account', phone('joined-too-late'))
    expect((await app.call(claim, {}, { token: next.token })).status).toBe('OK')
  })

  it('a trial needs a full session', async () => {
    expect((await app.call(claim, {})).status).toBe('Unauthorized')
    const registered = await app.call('/api/user/user_register_username', {
      accountName: 'not.yet',
      password: 'correct horse 42',
      agreed: true,
    })
    expect((await app.call(claim, {}, { token: registered.pragma })).status).toBe('Unauthorized')
  })
})
