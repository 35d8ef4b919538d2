import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorData } from '#shared/errors.ts'
import { SoftAuthenticator } from '../../support/authenticator.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { asNative, givePlan, userIdOf, waitForWaiters } from '../../support/native.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from limit_counters'))

const brandNew = 'brand new horse'
const [first, second] = [{ address: '198.51.100.1' }, { address: '198.51.100.2' }]
const challengeOf = (answer: { data: unknown }) => (answer.data as NonNullable<ErrorData>).challenge!
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function person(email: string) {
  const { token, uid } = await test.registerByEmail(email)
  await test.work()
  return { email, token, userId: await userIdOf(test, uid), uid }
}
async function resetCode(email: string, from = first) {
  const sent = await test.call('/api/user/user_send_code', { purpose: 'reset', kind: 'email', identifier: email }, from)
  return { ticket: sent.data.ticket, code: await test.codeFor(email) }
}
const reset = (email: string, { code, ticket }: { code: string; ticket: string }, from = first) =>
  test.call(
    '/api/user/user_reset_password',
    { kind: 'email', identifier: email, code, ticket, password: brandNew },
    from,
  )
const change = (token: string, chosen = 'another new horse') =>
  test.call('/api/user/user_change_password', { password, newPassword: chosen }, { token })
const signIn = (email: string, chosen: string) =>
  test.call('/api/user/user_login', { kind: 'email', identifier: email, password: chosen, agreed: true })

/** Blocks these calls at the lock that `hold` takes, then releases them together. Returns their statuses. */
async function together(hold: string, values: unknown[], calls: readonly (() => Promise<{ status: string }>)[]) {
  const gate = new pg.Client(test.db.connection)
  await gate.connect()
  await gate.query('begin')
  await gate.query(hold, values)
  const answers: Promise<{ status: string }>[] = []
  try {
    for (const call of calls) {
      answers.push(call())
      await waitForWaiters(test, answers.length)
    }
  } finally {
    await gate.query('commit')
    await gate.end()
  }
  return (await Promise.all(answers)).map(({ status }) => status)
}
const account = 'select 1 from users where id = $1 for update'

describe('concurrent change of email address', () => {
  async function binding(token: string, next: string) {
    const address = { kind: 'email', identifier: next } as const
    const sent = await test.call('/api/user/user_send_bind_code', address, { token })
    const bound = { ...address, code: await test.codeFor(next), ticket: sent.data.ticket, password }
    return () => test.call('/api/user/user_bind_identifier', bound, { token })
  }
  async function moving(email: string) {
    const who = await person(email)
    const { code: resetting, ticket } = await resetCode(email)
    const next = `next.${email}`
    const bind = await binding(who.token, next)
    return { ...who, next, bind, reset: () => reset(email, { code: resetting, ticket }) }
  }

  it('a change of email address racing a reset by the old address: the first one succeeds and the other is refused', async () => {
    const moved = await moving('moves.first@example.com')
    expect(await together(account, [moved.userId], [moved.bind, moved.reset])).toEqual(['OK', 'WrongCode'])
    expect((await signIn(moved.next, password)).status).toBe('OK')
    expect((await signIn(moved.next, brandNew)).status).toBe('WrongCredentials')
    const stayed = await moving('resets.first@example.com')
    expect(await together(account, [stayed.userId], [stayed.reset, stayed.bind])).toEqual(['OK', 'WrongPassword'])
    expect((await signIn(stayed.email, brandNew)).status).toBe('OK')
    expect((await signIn(stayed.next, brandNew)).status).toBe('WrongCredentials')
  })

  it('the second of two concurrent changes of email address is announced to the address set by the first', async () => {
    const who = await person('moves.twice@example.com')
    const binds = [await binding(who.token, 'one.twice@example.com'), await binding(who.token, 'two.twice@example.com')]
    expect(await together(account, [who.userId], binds)).toEqual(['OK', 'OK'])
    const subjects = async (address: string) => (await test.messagesTo(address)).map(({ subject }) => subject)
    expect(await subjects('one.twice@example.com')).toContain('Your Wayfare account has a new address')
  })
})

describe('password reset code', () => {
  it('a reset code is invalid after a password change, also when used at the same moment', async () => {
    const who = await person('changes@example.com')
    const [seen, used] = [await resetCode(who.email, first), await resetCode(who.email, second)]
    const race = [() => change(who.token), () => reset(who.email, used, second)]
    expect(await together(account, [who.userId], race)).toEqual(['OK', 'WrongCode'])
    expect((await reset(who.email, seen, first)).status).toBe('WrongCode')
    expect((await signIn(who.email, 'another new horse')).status).toBe('OK')
  })

  it('a reset code is invalid after another reset code or a recovery code set the password', async () => {
    const who = await person('two.codes@example.com')
    const [one, other] = [await resetCode(who.email, first), await resetCode(who.email, second)]
    const race = [() => reset(who.email, one, first), () => reset(who.email, other, second)]
    expect(await together(account, [who.userId], race)).toEqual(['OK', 'WrongCode'])

    const { token, email } = await person('printed@example.com')
    const { data } = await test.call('/api/user/user_recovery_codes', { password }, { token })
    const sent = await resetCode(email)
    const recovery = { kind: 'email', identifier: email, password: brandNew } as const
    const [recoveryCode = ''] = data.recoveryCodes
    const recovered = await test.call('/api/user/user_reset_with_recovery_code', { ...recovery, recoveryCode })
    expect([recovered.status, (await reset(email, sent)).status]).toEqual(['OK', 'WrongCode'])
  })

  it('a password reset wins over a password change queued behind it, and the session ends', async () => {
    const who = await person('behind@example.com')
    const sent = await resetCode(who.email)
    const race = [() => reset(who.email, sent), () => change(who.token)]
    expect(await together(account, [who.userId], race)).toEqual(['OK', 'WrongPassword'])
    expect((await test.call('/api/system/system_user_info', {}, { token: who.token })).status).toBe('Unauthorized')
    expect((await signIn(who.email, brandNew)).status).toBe('OK')
  })

  it('a reset code and a recovery code used at once: one sets the password and the other is refused', async () => {
    const who = await person('both.ways@example.com')
    const { data } = await test.call('/api/user/user_recovery_codes', { password }, { token: who.token })
    const sent = await resetCode(who.email)
    const [recoveryCode = ''] = data.recoveryCodes
    const input = { kind: 'email', identifier: who.email, recoveryCode, password: 'a printed horse' } as const
    const recover = () => test.call('/api/user/user_reset_with_recovery_code', input)
    const race = [() => reset(who.email, sent), recover]
    expect(await together(account, [who.userId], race)).toEqual(['OK', 'WrongRecoveryCode'])
    expect((await signIn(who.email, brandNew)).status).toBe('OK')
  })
})

describe('sign-in begun before a password change', () => {
  const openSessions = async (userId: string) =>
    (await test.db.asOwner('select 1 from sessions where user_id = $1 and ended_at is null', [userId])).length
  const noDeadlock = async () => {
    const [row] = await test.db.asOwner<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    expect(row, 'they take turns').toEqual({ deadlocks: 0 })
  }

  it('a login ticket gives no session after a concurrent password change, in either order', async () => {
    for (const isFirst of [true, false]) {
      const who = await person(`ticket.${isFirst}@example.com`)
      const app = await signIn(who.email, password)
      const made = await test.call('/api/user/user_web_login_code', {}, { token: app.pragma! })
      const used = await test.call('/api/user/user_login_code', { code: made.data.code })
      const enter = () => test.call('/api/user/user_login_ticket', { ticket: used.data.ticket })
      const changing = () => change(who.token)
      const race = isFirst ? [enter, changing] : [changing, enter]
      const statuses = isFirst ? ['OK', 'OK'] : ['OK', 'LoginCodeInvalid']
      expect(await together(account, [who.userId], race)).toEqual(statuses)
      expect(await openSessions(who.userId), 'the one that changed it').toBe(1)
    }
    await noDeadlock()
  })

  it('a login ticket leaves no session when all others are ended at that moment', async () => {
    const who = await person('others.end@example.com')
    const app = await signIn(who.email, password)
    const made = await test.call('/api/user/user_web_login_code', {}, { token: app.pragma! })
    const used = await test.call('/api/user/user_login_code', { code: made.data.code })
    const enter = () => test.call('/api/user/user_login_ticket', { ticket: used.data.ticket })
    const endOthers = () => test.call('/api/user/user_end_other_sessions', {}, { token: who.token })
    // The app has passed the session check and is about to create the new session.
    const hold = `select pg_advisory_xact_lock(hashtextextended('sessions ' || $1::text, 0))`
    expect(await together(hold, [who.userId], [enter, endOthers])).toEqual(['OK', 'OK'])
    expect(await openSessions(who.userId), 'the one that ended the others').toBe(1)
  })

  it('a passkey sign-in gives no session after a concurrent reset, in either order', async () => {
    for (const isFirst of [true, false]) {
      const who = await person(`key.${isFirst}@example.com`)
      const key = new SoftAuthenticator(test.config.publicOrigin)
      const begun = await test.call('/api/user/user_passkey_register_options', { password }, { token: who.token })
      const saved = { name: 'a key', response: key.create(begun.data) }
      expect((await test.call('/api/user/user_passkey_register', saved, { token: who.token })).status).toBe('OK')
      const sent = await resetCode(who.email)
      const { data } = await test.call('/api/user/user_passkey_options', {})
      const response = key.get(data.challenge)
      const enter = () => test.call('/api/user/user_login_passkey', { response })
      const resetting = () => reset(who.email, sent)
      const race = isFirst ? [enter, resetting] : [resetting, enter]
      const statuses = isFirst ? ['OK', 'OK'] : ['OK', 'PasskeyRefused']
      expect(await together(account, [who.userId], race)).toEqual(statuses)
      expect(await openSessions(who.userId)).toBe(0)
    }
    await noDeadlock()
  })
})

it('a repeated registration opens no session when the password changes at the same moment', async () => {
  const form = { accountName: 'sent.again', password, agreed: true } as const
  const registered = await test.call('/api/user/user_register_username', form)
  expect((await test.call('/api/user/user_register_username', form)).status).toBe('OK')
  const userId = await userIdOf(test, registered.data.uid)
  const changed = `update users set password_hash = 'changed' where id = $1`
  const again = () => test.call('/api/user/user_register_username', form)
  expect(await together(changed, [userId], [again])).toEqual(['AccountNameTaken'])
})

describe('concurrent password changes', () => {
  it('two concurrent password changes succeed once, and the other session ends', async () => {
    const who = await person('twice@example.com')
    const other = await signIn(who.email, password)
    const race = [() => change(who.token, 'horse of the first'), () => change(other.pragma!, 'horse of the second')]
    expect(await together(account, [who.userId], race)).toEqual(['OK', 'WrongPassword'])
    expect((await test.call('/api/system/system_user_info', {}, { token: other.pragma! })).status).toBe('Unauthorized')
    expect((await signIn(who.email, 'horse of the first')).status).toBe('OK')
  })
})

describe('second factor', () => {
  async function enrolled(email: string) {
    const who = await person(email)
    const { data } = await test.call('/api/user/user_totp_begin', { password }, { token: who.token })
    const code = codeOf(data.secret)
    const confirmed = await test.call('/api/user/user_totp_confirm', { code }, { token: who.token })
    expect(confirmed.status).toBe('OK')
    return { ...who, secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes }
  }

  it('a second factor restarted during confirmation is not enabled by a code of the first secret', async () => {
    const who = await person('begun.anew@example.com')
    const { data } = await test.call('/api/user/user_totp_begin', { password }, { token: who.token })
    const again = () => test.call('/api/user/user_totp_begin', { password }, { token: who.token })
    const confirm = () => test.call('/api/user/user_totp_confirm', { code: codeOf(data.secret) }, { token: who.token })
    const hold = 'select 1 from totp_factors where user_id = $1 for update'
    expect(await together(hold, [who.userId], [again, confirm])).toEqual(['OK', 'InvalidInput'])
    expect((await signIn(who.email, password)).status).toBe('OK')
  })

  it('a half-completed sign-in gives no session after a concurrent password change, in either order', async () => {
    for (const [index, order] of ['change', 'sign in'].entries()) {
      const who = await enrolled(`half.way.${index}@example.com`)
      const challenge = challengeOf(await signIn(who.email, password))
      const [recoveryCode = '', own = ''] = who.recoveryCodes
      const go = () => test.call('/api/user/user_login_second_factor', { challenge, recoveryCode })
      const input = { password, newPassword: brandNew, recoveryCode: own }
      const changing = () => test.call('/api/user/user_change_password', input, { token: who.token })
      const race = order === 'change' ? [changing, go] : [go, changing]
      const expected = order === 'change' ? ['OK', 'SignInExpired'] : ['OK', 'OK']
      expect(await together(account, [who.userId], race)).toEqual(expected)
      const [{ open } = { open: -1 }] = await test.db.asOwner<{ open: number }>(
        'select count(*)::int as open from sessions where user_id = $1 and ended_at is null',
        [who.userId],
      )
      expect(open, 'the one that changed it').toBe(1)
    }
    const [{ deadlocks } = { deadlocks: -1 }] = await test.db.asOwner<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    expect(deadlocks, 'they take turns').toBe(0)
  })
})

it('two concurrent requests for printed recovery codes leave only the ten codes of the second', async () => {
  const who = await person('prints.twice@example.com')
  await test.call('/api/user/user_recovery_codes', { password }, { token: who.token })
  const sets: string[][] = []
  const print = async () => {
    const done = await test.call('/api/user/user_recovery_codes', { password }, { token: who.token })
    sets.push(done.data.recoveryCodes)
    return done
  }
  const hold = 'select 1 from recovery_codes where user_id = $1 for update'
  expect(await together(hold, [who.userId], [print, print])).toEqual(['OK', 'OK'])
  const [row] = await test.db.asOwner('select count(*)::int as codes from recovery_codes where user_id = $1', [
    who.userId,
  ])
  expect(row).toEqual({ codes: 10 })
  const opened = []
  for (const recoveryCode of sets.map(([code = '']) => code)) {
    const input = { kind: 'email', identifier: who.email, recoveryCode, password: brandNew } as const
    opened.push((await test.call('/api/user/user_reset_with_recovery_code', input)).status)
  }
  expect(opened.toSorted()).toEqual(['OK', 'WrongRecoveryCode'])
})

describe('ten new devices on a full plan', () => {
  const device = (who: string, n: number) => asNative(test, { platform: 'android', deviceId: `${who}-android-${n}` })
  const limit = 3

  async function full(name: string) {
    const who = await person(`${name}@example.com`)
    await givePlan(test, who.uid, limit)
    const credentials = { kind: 'email', identifier: who.email, password, agreed: true } as const
    const enter = (n: number) => test.call('/api/user/user_login', credentials, device(name, n))
    for (let n = 0; n < limit; n++) expect((await enter(n)).status).toBe('OK')
    const { data } = await test.call('/api/user/user_get_device_list', {}, { token: who.token })
    const stopped = []
    for (let n = limit; n < limit + 10; n++) stopped.push(challengeOf(await enter(n)))
    const replace = (challenge: string, id: string, n: number) => () =>
      test.call('/api/user/user_login_replace_device', { challenge, id }, device(name, n))
    return { ...who, ids: data.list.map(({ id }) => id), stopped, replace }
  }
  const standOf = async (userId: string) => {
    const [row] = await test.db.asOwner<{ devices: number; orphans: number; sessions: number }>(
      `select (select count(*)::int from devices where user_id = $1) as devices,
        (select count(*)::int from sessions where user_id = $1 and ended_at is null and platform <> 'web') as sessions,
        (select count(*)::int from sessions s where user_id = $1 and ended_at is null and platform <> 'web'
          and not exists (select 1 from devices d where d.user_id = s.user_id and d.device_id = s.device_id)) as orphans`,
      [userId],
    )
    return row
  }
  const list = 'select 1 from device_lists where user_id = $1 for update'

  it('ten devices that replace the same one: one succeeds, and the others replace no other device', async () => {
    const who = await full('one.place')
    const [id = ''] = who.ids
    const race = who.stopped.map((challenge, n) => who.replace(challenge, id, limit + n))
    const statuses = await together(list, [who.userId], race)
    expect(statuses.toSorted()).toEqual([...Array<string>(9).fill('NotFound'), 'OK'])
    expect(await standOf(who.userId)).toEqual({ devices: limit, sessions: limit, orphans: 0 })
  })

  it('ten devices that replace all five: each of the five is replaced once', async () => {
    const who = await full('all.places')
    const race = who.stopped.map((challenge, n) => who.replace(challenge, who.ids[n % limit]!, limit + n))
    const statuses = await together(list, [who.userId], race)
    expect(statuses.filter((status) => status === 'OK')).toHaveLength(limit)
    expect(await standOf(who.userId)).toEqual({ devices: limit, sessions: limit, orphans: 0 })
  })
})
