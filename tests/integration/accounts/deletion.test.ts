import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorData } from '#shared/errors.ts'
import { scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { addCampaign, openAffiliate, saveGreetingName } from '#server/modules/affiliates/affiliates.service.ts'
import { recordOrigin } from '#server/modules/marketing/marketing.queries.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { openSession } from '#server/workflows/accounts/sign-in/open-session.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { SoftAuthenticator } from '../../support/authenticator.ts'
import { dumpTexts } from '../../support/dump-texts.ts'
import { createUser } from '../../support/factories.ts'
import { perform } from '../../support/operator-acts.ts'
import { asNative, givePlan, userIdOf, waitForWaiters } from '../../support/native.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
})
afterAll(() => app.close())

const password = 'correct horse 42'
const login = '/api/user/user_login_username'
const remove = '/api/user/user_delete_account'
const userInfo = '/api/system/system_user_info'
const graceOver = async (uid: number) =>
  app.db.asOwner(`update account_deletions set erase_at = now() where user_id = $1`, [await userIdOf(app, uid)])
const signIn = (accountName: string, options = {}) => app.call(login, { accountName, password, agreed: true }, options)

describe('account deletion', () => {
  it('deletion asks for the password, ends all sessions at once and states the date', async () => {
    const { token, uid } = await registerThroughApi(app, 'leaves')
    const elsewhere = (await signIn('leaves')).pragma
    expect((await app.call(remove, { password: 'not this one' }, { token })).status).toBe('WrongPassword')
    expect((await app.call(userInfo, {}, { token: elsewhere })).status).toBe('OK')
    const { data, status } = await app.call(remove, { password }, { token })
    expect(status).toBe('OK')
    expect(Math.abs(data.eraseAt - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000)
    for (const old of [token, elsewhere])
      expect((await app.call(userInfo, {}, { token: old })).status).toBe('Unauthorized')
    expect(await eraseDueAccounts(app.db.database)).toBe(0)
    expect(
      await app.db.asOwner('select 1 from account_identifiers i join users u on u.id = i.user_id where uid = $1', [
        uid,
      ]),
    ).toHaveLength(1)
  })

  it('a completed sign-in cancels the deletion and says so, and a failed or unfinished one does not', async () => {
    const { token, uid } = await registerThroughApi(app, 'comes.back')
    await signIn('comes.back', asNative(app, { platform: 'ios', deviceId: 'deletion-phone' }))
    await app.call(remove, { password }, { token })
    await app.call(login, { accountName: 'comes.back', password: 'not this one', agreed: true })
    const full = await signIn('comes.back', asNative(app, { platform: 'ios', deviceId: 'another-phone' }))
    expect(full.status).toBe('DeviceLimitReached')
    const wishes = async () =>
      app.db.asOwner('select 1 from account_deletions where user_id = $1', [await userIdOf(app, uid)])
    expect(await wishes()).toHaveLength(1)
    expect((await signIn('comes.back')).data).toEqual({ uid, deletionCancelled: true })
    expect(await wishes()).toHaveLength(0)
    expect((await signIn('comes.back')).data.deletionCancelled).toBe(false)
    await graceOver(uid)
    expect(await eraseDueAccounts(app.db.database)).toBe(0)
  })

  it('a repeated deletion request keeps the first date', async () => {
    const { userId } = await createUser(app.db.database)
    const wish = () => app.db.database.transaction((tx) => scheduleDeletion(tx, userId))
    const first = await wish()
    await app.db.asOwner(`update account_deletions set erase_at = erase_at - interval '1 day' where user_id = $1`, [
      userId,
    ])
    expect((await wish()).getTime()).toBe(first.getTime() - 86_400_000)
  })
})

describe('ending all sessions', () => {
  it('deletion waits for a session that is being opened and ends it too', async () => {
    const { uid, token } = await registerThroughApi(app, 'born.late')
    const userId = await userIdOf(app, uid)
    const gate = new pg.Client(app.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('insert into device_lists (user_id) values ($1)', [userId])
    const signingIn = openSession(
      app.db.database,
      { userId, uid },
      { platform: 'ios', deviceId: 'born-late-phone' },
      { from: 'proof' },
    )
    await waitForWaiters(app, 1)
    const deleting = app.call(remove, { password }, { token })
    await waitForWaiters(app, 2)
    await gate.query('commit')
    await gate.end()
    expect((await deleting).status).toBe('OK')
    const born = await signingIn
    expect((await app.call(userInfo, {}, { token: born.token })).status).toBe('Unauthorized')
    expect(await app.db.asOwner('select 1 from account_deletions where user_id = $1', [userId])).toHaveLength(1)
  })

  it('deletion ends unfinished sign-ins', async () => {
    const { uid, token } = await registerThroughApi(app, 'half.way')
    await signIn('half.way', asNative(app, { platform: 'ios', deviceId: 'half-way-phone-1' }))
    const stopped = await signIn('half.way', asNative(app, { platform: 'ios', deviceId: 'half-way-phone-2' }))
    const { challenge, devices } = stopped.data as unknown as NonNullable<ErrorData>
    const change = { password, newPassword: 'another horse 43' }
    expect((await app.call('/api/user/user_change_password', change, { token })).status).toBe('OK')
    const input = { challenge: challenge!, id: devices![0]!.id }
    expect((await app.call('/api/user/user_login_replace_device', input)).status).toBe('SignInExpired')
    expect(
      await app.db.asOwner('select 1 from sign_in_steps s join users u on u.id = s.user_id where uid = $1', [uid]),
    ).toHaveLength(0)
  })
})

describe('erasure', () => {
  it("erasure removes an affiliate's link names and greeting name", async () => {
    const { token, uid } = await registerThroughApi(app, 'names.links')
    const userId = await userIdOf(app, uid)
    await app.db.database.transaction(async (tx) => {
      await openAffiliate(tx, userId)
      await saveGreetingName(tx, userId, 'Anna Zambezi', ['Wayfare'])
      for (const slug of ['zambezi-a', 'zambezi-b']) await addCampaign(tx, userId, { name: `Zambezi ${slug}`, slug })
    })
    const [account] = await app.db.asOwner<{ code: string }>('select invite_code as code from users where id = $1', [
      userId,
    ])
    const visit = { r: `${account!.code}-zambezi-a` }
    await app.app.inject({ method: 'POST', url: '/marketing/visit', payload: visit })
    const visits = () =>
      app.db.asOwner(
        'select v.referral from marketing_visits v join affiliate_campaigns c on c.id = v.campaign_id where c.user_id = $1',
        [userId],
      )
    expect(await visits()).toEqual([{ referral: account!.code }])
    const read = async () =>
      Object.entries(await dumpTexts(app.db)).filter(([, text]) => text.toLowerCase().includes('zambezi'))
    expect((await read()).map(([column]) => column).toSorted()).toEqual([
      'affiliate_campaigns.name',
      'affiliate_campaigns.slug',
      'affiliates.greeting_name',
    ])
    const cleared = { user: String(uid), link: 'zambezi-b', reason: 'It is the name of someone else.' }
    await perform(app.db.database, 'affiliates.clear-name', cleared)
    expect((await app.call(remove, { password }, { token })).status).toBe('OK')
    await app.app.inject({ method: 'POST', url: '/marketing/visit', payload: visit })
    expect(await visits()).toHaveLength(2)
    await graceOver(uid)
    expect(await eraseDueAccounts(app.db.database)).toBe(1)
    expect(await read()).toEqual([])
    const links = await app.db.asOwner<{ slug: string }>('select slug from affiliate_campaigns where user_id = $1', [
      userId,
    ])
    expect(links.map(({ slug }) => slug.replace(/[0-9a-f]{12}$/, '…')).toSorted()).toEqual(['', 'link-…', 'link-…'])
  })

  it('erasure leaves no personal data in any row outside the ledger', async () => {
    const canary = {
      name: 'canary.7f3a',
      email: 'canary-7f3a@example.org',
      phone: '+8613900007f3',
      device: 'canary-device-7f3a',
      label: 'Canary’s iPhone',
    }
    const { token, uid } = await registerThroughApi(app, canary.name)
    const userId = await userIdOf(app, uid)
    await givePlan(app, uid, 3)
    await app.db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
       values ($1, 'email', $2, $2, now()), ($1, 'phone', $3, $3, now())`,
      [userId, canary.email, canary.phone],
    )
    const phone = asNative(app, { platform: 'ios', deviceId: canary.device, name: canary.label })
    expect((await signIn(canary.name, phone)).status).toBe('OK')
    const clicks = {
      gclid: 'canary-gclid-7f3a',
      wbraid: 'canary-wbraid-7f3a',
      gbraid: 'canary-gbraid-7f3a',
      vid: 'canary-vid-7f3a',
    }
    await app.db.asOwner(
      `insert into marketing_visits (visit, referral, gclid, wbraid, gbraid, vid)
       values ('v-7f3a-1', null, $1, null, null, null), ('v-7f3a-2', 'REFERRAL', null, $2, $3, $4), ('v-7f3a-3', null, 'another-click', null, null, 'another')`,
      Object.values(clicks),
    )
    await app.db.database.transaction((tx) => recordOrigin(tx, userId, clicks))
    await app.call('/api/user/user_claim_trial', {}, { token })
    await app.call('/api/user/user_web_login_code', {}, { token })
    await app.call('/api/user/user_recovery_codes', { password }, { token })
    const begun = await app.call('/api/user/user_passkey_register_options', { password }, { token })
    const key = new SoftAuthenticator(app.config.publicOrigin)
    await app.call(
      '/api/user/user_passkey_register',
      { name: 'canary key 7f3a', response: key.create(begun.data) },
      { token },
    )
    await app.call('/api/user/user_totp_begin', { password }, { token })
    await signIn(canary.name, { headers: { platform: 'web' } })
    const traces = [
      canary.name,
      canary.email,
      canary.phone,
      canary.device,
      canary.label.toLowerCase(),
      'canary key 7f3a',
      key.id.toLowerCase(),
      ...Object.values(clicks),
    ]
    const before = JSON.stringify(await dumpTexts(app.db))
    for (const trace of traces) expect(before, `${trace} is there before`).toContain(trace)

    expect((await app.call(remove, { password }, { token })).status).toBe('OK')
    await graceOver(uid)
    expect(await eraseDueAccounts(app.db.database)).toBe(1)

    const after = await dumpTexts(app.db)
    expect(Object.keys(after).length).toBeGreaterThan(30)
    for (const [column, text] of Object.entries(after))
      for (const trace of traces) expect(text.includes(trace), `${trace} in ${column}`).toBe(false)
    // Visits keep their link and lose what identifies the visitor. Visits of other links are unchanged.
    expect(
      await app.db.asOwner(
        `select referral, gclid, vid from marketing_visits where visit like 'v-7f3a-%' order by visit`,
      ),
    ).toEqual([
      { referral: null, gclid: null, vid: null },
      { referral: 'REFERRAL', gclid: null, vid: null },
      { referral: null, gclid: 'another-click', vid: 'another' },
    ])
    const where = Object.entries(after)
      .filter(([, text]) => text.includes(userId))
      .map(([column]) => column.split('.')[0])
    expect([...new Set(where)].toSorted()).toEqual([
      'account_deletions',
      'membership_grants',
      'memberships',
      // This table refers to the account until the fraud rules have run, some seconds later.
      'risk_dues',
      'trial_claims',
      'users',
    ])
    expect((await signIn(canary.name)).status).toBe('WrongCredentials')
    const response = key.get((await app.call('/api/user/user_passkey_options', {})).data.challenge)
    expect((await app.call('/api/user/user_login_passkey', { response })).status).toBe('PasskeyRefused')
  })

  it("erasure frees the account name, and the device's trial stays used", async () => {
    const device = asNative(app, { platform: 'ios', deviceId: 'second-hand-phone' })
    const { token, uid } = await registerThroughApi(app, 'old.owner')
    await signIn('old.owner', device)
    await app.call('/api/user/user_claim_trial', {}, { token })
    await app.call(remove, { password }, { token })
    await graceOver(uid)
    await eraseDueAccounts(app.db.database)
    const again = await registerThroughApi(app, 'old.owner')
    expect(again.uid).not.toBe(uid)
    const fresh = await signIn('old.owner', asNative(app, { platform: 'ios', deviceId: 'second-hand-phone' }))
    expect((await app.call('/api/user/user_claim_trial', {}, { token: fresh.pragma })).status).toBe('TrialUsedOnDevice')
  })

  it('a sign-in racing the erasure either keeps the account whole or is refused', async () => {
    const { uid, token } = await registerThroughApi(app, 'last.minute')
    const userId = await userIdOf(app, uid)
    await app.call(remove, { password }, { token })
    await graceOver(uid)
    const gate = new pg.Client(app.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('select 1 from account_identifiers where user_id = $1 for update', [userId])
    // The erasure holds the deletion request and waits for the identifiers; the sign-in, already identified, waits for
    // the request.
    const erasing = eraseDueAccounts(app.db.database)
    await waitForWaiters(app, 1)
    const signingIn = openSession(
      app.db.database,
      { userId, uid },
      { platform: 'web', deviceId: 'web' },
      { from: 'proof' },
    ).then(
      () => 'OK',
      (error: { status?: string }) => error.status,
    )
    await waitForWaiters(app, 2)
    await gate.query('commit')
    await gate.end()
    expect(await erasing).toBe(1)
    expect(await signingIn).toBe('WrongCredentials')
    expect(await app.db.asOwner('select 1 from sessions where user_id = $1', [userId])).toHaveLength(0)
  })

  it('two workers erase each account once', async () => {
    const people = await Promise.all(['erase.a', 'erase.b', 'erase.c'].map((name) => registerThroughApi(app, name)))
    for (const { token, uid } of people) {
      await app.call(remove, { password }, { token })
      await graceOver(uid)
    }
    const counts = await Promise.all([eraseDueAccounts(app.db.database), eraseDueAccounts(app.db.database)])
    expect(counts[0] + counts[1]).toBe(3)
  })
})

describe('data export', () => {
  it('the data export contains what is stored and no secrets', async () => {
    const { token, uid } = await registerThroughApi(app, 'exports')
    await givePlan(app, uid, 2)
    await signIn(
      'exports',
      asNative(app, { platform: 'windows', deviceId: 'export-pc-1', osVersion: '11', name: 'Desk' }),
    )
    await app.call('/api/user/user_claim_trial', {}, { token })
    const { data, raw } = await app.call('/api/user/user_export_data', {}, { token })
    expect(data.account).toMatchObject({ uid, accountName: 'exports', email: null })
    expect(data.membership.entries).toMatchObject([{ source: 'trial', seconds: 900 }])
    expect(data.membership.trial).toMatchObject({ state: 'running', minutes: 15 })
    expect(data.devices).toMatchObject([{ deviceId: 'export-pc-1', os: 'windows', osVersion: '11', name: 'Desk' }])
    expect(data.sessions.map(({ platform }) => platform).toSorted()).toEqual(['web', 'windows'])
    expect(data.signIns.length).toBeGreaterThan(0)
    expect(raw).not.toMatch(/argon2|wf_|hash/)
    expect((await app.call('/api/user/user_export_data', {})).status).toBe('Unauthorized')
  })

  it('the data export contains support changes, account relations, risk signals and how to get pictures', async () => {
    const { token, uid } = await registerThroughApi(app, 'exports.changes')
    const userId = await userIdOf(app, uid)
    await app.db.asOwner(
      `insert into account_changes (id, user_id, kind, before, after, code_hash, due_at, lapses_at, state, ended_at)
       values (gen_random_uuid(), $1, 'email', 'old@mail.example', 'new@mail.example', '\\x00', now(), now(), 'stopped', now())`,
      [userId],
    )
    await app.db.asOwner(
      `insert into risk_signals (kind, digest, user_id, gone_at)
       values ('device', sha256('a'), $1, now()), ('network', sha256('b'), $1, null)`,
      [userId],
    )
    await app.db.asOwner(
      `with c as (insert into risk_cases (id, state, decided_at, decided_by, reason)
         values (gen_random_uuid(), 'released', now(), 'ada', 'a family') returning id)
       insert into risk_events (id, case_id, rule, act, terms_version, user_id, inviter_id, other_ids, period, details)
       select gen_random_uuid(), c.id, 'same_device', 'hold', 1, $1, $2, array[$2]::uuid[], '', '{}' from c`,
      [userId, (await createUser(app.db.database)).userId],
    )
    const { data } = await app.call('/api/user/user_export_data', {}, { token })
    expect(data.findings).toEqual([
      { rule: 'same_device', at: expect.any(Number), state: 'released', decidedAt: expect.any(Number) },
    ])
    expect(data.accountChanges).toMatchObject([
      { kind: 'email', before: 'old@mail.example', after: 'new@mail.example', state: 'stopped' },
    ])
    expect(data.signals).toEqual([
      { kind: 'device', goneAt: expect.any(Number) },
      { kind: 'network', goneAt: null },
    ])
    expect(data.pictures).toContain('opened and saved')
  })

  it('the data export says that a trial is waiting, and until when', async () => {
    const { token } = await registerThroughApi(app, 'exports.waiting')
    await app.call('/api/user/user_claim_trial', {}, { token })
    const { data } = await app.call('/api/user/user_export_data', {}, { token })
    expect(data.membership).toMatchObject({ entries: [], trial: { state: 'armed', minutes: 15, startedAt: null } })
    expect(data.membership.trial.lapsesAt).toBeGreaterThan(data.exportedAt)
  })
})
