import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorData } from '#shared/errors.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { SoftAuthenticator } from '../../support/authenticator.ts'
import { asNative, userIdOf } from '../../support/native.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
})
afterAll(() => app.close())

const password = 'correct horse 42'
const login = '/api/user/user_login_username'
const second = '/api/user/user_login_second_factor'
const userInfo = '/api/system/system_user_info'
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields: Record<string, string> }).fields
const challengeOf = (answer: { data: unknown }) => (answer.data as NonNullable<ErrorData>).challenge!

/** TOTP code of a secret. `steps`: offset from now in TOTP periods of 30 seconds. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A code that differs from those of all neighbouring time steps. */
function wrongCode(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  let code = 0
  while (near.has(String(code).padStart(6, '0'))) code++
  return String(code).padStart(6, '0')
}

async function enrol(accountName: string) {
  const { token, uid } = await registerThroughApi(app, accountName)
  const begun = await app.call('/api/user/user_totp_begin', { password }, { token })
  const confirmed = await app.call('/api/user/user_totp_confirm', { code: codeOf(begun.data.secret) }, { token })
  expect(confirmed.status).toBe('OK')
  await nextStep(uid)
  return { token, uid, secret: begun.data.secret, uri: begun.data.uri, recoveryCodes: confirmed.data.recoveryCodes }
}
const signIn = (accountName: string, options = {}) => app.call(login, { accountName, password, agreed: true }, options)
/** Lets codes of this account be used again, as if half a minute had passed. */
const nextStep = async (uid: number) =>
  app.db.asOwner('update totp_factors set last_step = 0 where user_id = $1', [await userIdOf(app, uid)])

describe('authenticator app', () => {
  it('an authenticator app is enabled only by its code, after the password', async () => {
    const { token } = await registerThroughApi(app, 'begins.only')
    const refused = await app.call('/api/user/user_totp_begin', { password: 'not this one' }, { token })
    expect(refused.status).toBe('WrongPassword')
    const { data } = await app.call('/api/user/user_totp_begin', { password }, { token })
    expect(data.uri).toContain(`otpauth://totp/Wayfare:begins.only?`)
    expect(data.uri).toContain(`secret=${data.secret}`)
    expect(
      fieldsOf(await app.call('/api/user/user_totp_confirm', { code: wrongCode(data.secret) }, { token })),
    ).toHaveProperty('code')
    expect((await signIn('begins.only')).status).toBe('OK')
    expect((await app.call('/api/user/user_security', {}, { token })).data).toMatchObject({
      totp: false,
      recoveryCodesLeft: 0,
    })
  })

  it('an authenticator app on a phone with a wrong clock is not enabled, and the error names the clock', async () => {
    const { token } = await registerThroughApi(app, 'phone.clock')
    const { secret } = (await app.call('/api/user/user_totp_begin', { password }, { token })).data
    for (const [steps, status] of [
      [8, 'TotpClockWrong'],
      [-8, 'TotpClockWrong'],
      [500, 'InvalidInput'],
    ] as const) {
      const refused = await app.call('/api/user/user_totp_confirm', { code: codeOf(secret, steps) }, { token })
      expect(refused.status).toBe(status)
    }
    expect((await app.call('/api/user/user_security', {}, { token })).data.totp).toBe(false)
  })

  // A phone whose clock is wrong shows codes that no sign-in accepts (nextcloud/twofactor_totp#43).
  it.each([-8, 8])(
    'a sign-in names the clock of a phone after two codes that follow each other %i steps off',
    async (steps) => {
      const { secret } = await enrol(`clock.off${steps}`)
      const challenge = challengeOf(await signIn(`clock.off${steps}`))
      const answer = async (code: string) => (await app.call(second, { challenge, code })).status
      // The same code again must not be told apart from a wrong one: a guesser would learn that it is going to be right.
      expect(await answer(codeOf(secret, steps))).toBe('WrongFactorCode')
      expect(await answer(codeOf(secret, steps))).toBe('WrongFactorCode')
      expect(await answer(codeOf(secret, steps - 1))).toBe('WrongFactorCode')
      expect(await answer(codeOf(secret, steps + 1))).toBe('TotpClockWrong')
      expect(await answer(codeOf(secret))).toBe('OK')
    },
  )

  it('a sign-in does not name the clock after one code of another time, and after codes far from each other', async () => {
    const { secret } = await enrol('clock.right')
    const challenge = challengeOf(await signIn('clock.right'))
    for (const code of [codeOf(secret, 8), wrongCode(secret), codeOf(secret, 9), codeOf(secret, 60)])
      expect((await app.call(second, { challenge, code })).status).toBe('WrongFactorCode')
  })

  it('a sign-in stops after the right password and continues with a TOTP code', async () => {
    const { secret, token } = await enrol('with.totp')
    expect((await app.call('/api/user/user_security', {}, { token })).data).toMatchObject({
      totp: true,
      recoveryCodesLeft: 10,
    })
    const wrong = await app.call(login, { accountName: 'with.totp', password: 'not this one', agreed: true })
    expect(wrong.status).toBe('WrongCredentials')
    const stopped = await signIn('with.totp')
    expect(stopped).toMatchObject({ http: 401, status: 'SecondFactorRequired', pragma: undefined })
    const challenge = challengeOf(stopped)
    expect((await app.call(userInfo, {}, { token: challenge })).status).toBe('Unauthorized')
    expect((await app.call(second, { challenge, code: wrongCode(secret) })).status).toBe('WrongFactorCode')
    const done = await app.call(second, {
      challenge,
      code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `,
    })
    expect(done.status).toBe('OK')
    expect((await app.call(userInfo, {}, { token: done.pragma })).data.accountName).toBe('with.totp')
    expect((await app.call(second, { challenge, code: codeOf(secret, 1) })).status).toBe('SignInExpired')
  })

  it('a TOTP code is accepted once, also concurrently, and no older one afterwards', async () => {
    const { secret, uid } = await enrol('replayed')
    const first = challengeOf(await signIn('replayed'))
    expect((await app.call(second, { challenge: first, code: codeOf(secret) })).status).toBe('OK')
    const again = challengeOf(await signIn('replayed'))
    expect((await app.call(second, { challenge: again, code: codeOf(secret) })).status).toBe('WrongFactorCode')
    expect((await app.call(second, { challenge: again, code: codeOf(secret, -1) })).status).toBe('WrongFactorCode')
    await nextStep(uid)
    const challenges: string[] = []
    for (let n = 0; n < 9; n++) challenges.push(challengeOf(await signIn('replayed')))
    await app.db.asOwner('delete from limit_counters')
    const code = codeOf(secret, 1)
    const answers = await Promise.all(challenges.map((challenge) => app.call(second, { challenge, code })))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'WrongFactorCode')).toHaveLength(8)
  })

  it('a second-factor challenge opens one session', async () => {
    const { recoveryCodes } = await enrol('one.challenge')
    const challenge = challengeOf(await signIn('one.challenge'))
    const answers = await Promise.all(
      recoveryCodes.slice(0, 5).map((recoveryCode) => app.call(second, { challenge, recoveryCode })),
    )
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
  })

  it('TOTP codes are limited to five attempts per sign-in and ten in total', async () => {
    const { secret } = await enrol('guessed')
    await app.db.asOwner('delete from limit_counters')
    const [one, two, three] = [
      challengeOf(await signIn('guessed')),
      challengeOf(await signIn('guessed')),
      challengeOf(await signIn('guessed')),
    ]
    const code = wrongCode(secret)
    const guess = async (challenge: string, count: number) =>
      (await Promise.all(Array.from({ length: count }, () => app.call(second, { challenge, code })))).map(
        ({ status }) => status,
      )
    const first = await guess(one, 8)
    expect(first.filter((status) => status === 'WrongFactorCode')).toHaveLength(5)
    expect(first.filter((status) => status === 'SignInExpired')).toHaveLength(3)
    expect((await app.call(second, { challenge: one, code: codeOf(secret) })).status).toBe('SignInExpired')
    expect(await guess(two, 5)).toEqual(Array(5).fill('WrongFactorCode'))
    expect(await guess(three, 1)).toEqual(['TooManyRequests'])
    expect((await app.call(second, { challenge: three, code: codeOf(secret) })).status).toBe('TooManyRequests')
  })

  it('a second-factor challenge expires after five minutes', async () => {
    const { secret } = await enrol('slow.hand')
    const challenge = challengeOf(await signIn('slow.hand'))
    await app.db.asOwner('update sign_in_steps set expires_at = now()')
    expect((await app.call(second, { challenge, code: codeOf(secret) })).status).toBe('SignInExpired')
  })

  it('an authenticator app is disabled by password and factor together', async () => {
    const { secret, token } = await enrol('turns.off')
    const disable = '/api/user/user_totp_disable'
    expect(fieldsOf(await app.call(disable, { password }, { token }))).toEqual({ code: 'Please fill this in' })
    expect((await app.call(disable, { password: 'not this one', code: codeOf(secret) }, { token })).status).toBe(
      'WrongPassword',
    )
    expect(fieldsOf(await app.call(disable, { password, code: wrongCode(secret) }, { token }))).toHaveProperty('code')
    expect((await app.call(disable, { password, code: codeOf(secret) }, { token })).status).toBe('OK')
    expect((await app.call(disable, { password, code: codeOf(secret, 1) }, { token })).status).toBe('TotpOff')
    expect((await signIn('turns.off')).status).toBe('OK')
  })

  it('an enabled authenticator app cannot be replaced', async () => {
    const { token } = await enrol('stays.on')
    expect((await app.call('/api/user/user_totp_begin', { password }, { token })).status).toBe('TotpOn')
    expect((await app.call('/api/user/user_totp_confirm', { code: '000000' }, { token })).status).toBe('TotpOn')
  })

  it('the TOTP secret is stored encrypted', async () => {
    const { secret } = await enrol('sealed')
    const dump = JSON.stringify(
      await app.db.asOwner(`select encode(sealed_secret, 'escape') as sealed from totp_factors`),
    )
    expect(dump).not.toContain(secret)
  })

  it('the second factor is asked before the device check, and the device limit still applies', async () => {
    const { secret } = await enrol('with.device')
    const phone = { platform: 'ios', deviceId: 'factor-phone-1' } as const
    const other = { platform: 'ios', deviceId: 'factor-phone-2' } as const
    const first = challengeOf(await signIn('with.device', asNative(app, phone)))
    expect((await app.call(second, { challenge: first, code: codeOf(secret) }, asNative(app, phone))).status).toBe('OK')
    const next = challengeOf(await signIn('with.device', asNative(app, other)))
    const full = await app.call(second, { challenge: next, code: codeOf(secret, 1) }, asNative(app, other))
    expect(full.status).toBe('DeviceLimitReached')
    const { challenge, devices } = full.data as unknown as NonNullable<ErrorData>
    const input = { challenge: challenge!, id: devices![0]!.id }
    expect((await app.call('/api/user/user_login_replace_device', input, asNative(app, other))).status).toBe('OK')
  })
})

describe('security notices', () => {
  it('the owner is mailed about every change of sign-in methods', async () => {
    const { token, uid } = await registerThroughApi(app, 'is.told')
    await app.db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
       values ($1, 'email', 'told@example.org', 'told@example.org', now())`,
      [await userIdOf(app, uid)],
    )
    const sent = async () => {
      const rows = await app.db.asOwner<{ template: string }>('delete from outbox_messages returning template')
      return rows.map(({ template }) => template)
    }
    await sent()
    const begun = await app.call('/api/user/user_totp_begin', { password }, { token })
    expect(await sent()).toEqual([])
    const { secret } = begun.data
    await app.call('/api/user/user_totp_confirm', { code: codeOf(secret) }, { token })
    expect(await sent()).toEqual(['ways-in-changed'])
    await app.call('/api/user/user_totp_disable', { password, code: codeOf(secret, 1) }, { token })
    expect(await sent()).toEqual(['ways-in-changed'])
    await app.call('/api/user/user_recovery_codes', { password }, { token })
    expect(await sent()).toEqual(['ways-in-changed'])
    const options = await app.call('/api/user/user_passkey_register_options', { password }, { token })
    const response = new SoftAuthenticator(app.config.publicOrigin).create(options.data)
    const kept = await app.call('/api/user/user_passkey_register', { name: 'Key', response }, { token })
    expect(await sent()).toEqual(['ways-in-changed'])
    await app.call('/api/user/user_passkey_remove', { id: kept.data.id, password }, { token })
    expect(await sent()).toEqual(['ways-in-changed'])
    await app.call('/api/user/user_delete_account', { password }, { token })
    expect(await sent()).toEqual(['deletion-requested'])
  })
})

describe('recovery codes', () => {
  it('ten different recovery codes each sign in once, in any spelling', async () => {
    const { recoveryCodes, token, uid } = await enrol('printed')
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const challenge = challengeOf(await signIn('printed'))
    const recoveryCode = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await app.call(second, { challenge, recoveryCode })).status).toBe('OK')
    const again = challengeOf(await signIn('printed'))
    expect((await app.call(second, { challenge: again, recoveryCode })).status).toBe('WrongFactorCode')
    expect((await app.call('/api/user/user_security', {}, { token })).data.recoveryCodesLeft).toBe(9)
    const dump = JSON.stringify(
      await app.db.asOwner(`select encode(code_hash, 'escape') as hash from recovery_codes where user_id = $1`, [
        await userIdOf(app, uid),
      ]),
    )
    expect(dump).not.toContain(recoveryCodes[1]!.replaceAll('-', ''))
  })

  it('a recovery code used in concurrent sign-ins works once', async () => {
    const { recoveryCodes } = await enrol('one.paper')
    const challenges: string[] = []
    for (let n = 0; n < 9; n++) challenges.push(challengeOf(await signIn('one.paper')))
    await app.db.asOwner('delete from limit_counters')
    const answers = await Promise.all(
      challenges.map((challenge) => app.call(second, { challenge, recoveryCode: recoveryCodes[0]! })),
    )
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
  })

  it('new recovery codes replace the old ones', async () => {
    const { token } = await registerThroughApi(app, 'prints.twice')
    const print = () => app.call('/api/user/user_recovery_codes', { password }, { token })
    const [before, after] = [(await print()).data.recoveryCodes, (await print()).data.recoveryCodes]
    const reset = (recoveryCode: string) =>
      app.call('/api/user/user_reset_with_recovery_code', {
        kind: 'account_name',
        identifier: 'prints.twice',
        recoveryCode,
        password: 'another horse 43',
      })
    expect((await reset(before[0]!)).status).toBe('WrongRecoveryCode')
    expect((await reset(after[0]!)).status).toBe('OK')
  })
})

describe('password reset by recovery code', () => {
  const reset = (identifier: string, recoveryCode: string, newPassword = 'another horse 43') =>
    app.call('/api/user/user_reset_with_recovery_code', {
      kind: 'account_name',
      identifier,
      recoveryCode,
      password: newPassword,
    })
  async function withCodes(accountName: string) {
    const { token, uid } = await registerThroughApi(app, accountName)
    const { data } = await app.call('/api/user/user_recovery_codes', { password }, { token })
    return { token, uid, codes: data.recoveryCodes }
  }

  it('a recovery code sets the password, ends every session and signs nobody in', async () => {
    const { token, codes } = await withCodes('forgot.it')
    const answer = await reset('Forgot.It', codes[0]!)
    expect(answer).toMatchObject({ status: 'OK', pragma: undefined })
    expect((await app.call(userInfo, {}, { token })).status).toBe('Unauthorized')
    expect((await signIn('forgot.it')).status).toBe('WrongCredentials')
    const back = await app.call(login, { accountName: 'forgot.it', password: 'another horse 43', agreed: true })
    expect(back.status).toBe('OK')
  })

  it('concurrent resets with one recovery code succeed once', async () => {
    await app.db.asOwner('delete from limit_counters')
    const { uid, codes } = await withCodes('raced')
    const userId = await userIdOf(app, uid)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => reset('raced', codes[0]!, `another horse ${n}`)),
    )
    const won = answers.flatMap(({ status }, n) => (status === 'OK' ? [n] : []))
    expect(won).toHaveLength(1)
    await app.db.asOwner('delete from limit_counters')
    const [row] = await app.db.asOwner<{ used: number }>(
      'select count(*)::int as used from recovery_codes where user_id = $1 and used_at is not null',
      [userId],
    )
    expect(row!.used).toBe(1)
    const winner = await app.call(login, { accountName: 'raced', password: `another horse ${won[0]}`, agreed: true })
    expect(winner.status).toBe('OK')
  })

  it('resets by recovery code are limited to five an hour, equally for unknown names', async () => {
    await app.db.asOwner('delete from limit_counters')
    const { codes } = await withCodes('tried.often')
    const body = ({ raw }: { raw: string }) => raw.replace(/"requestId":"[^"]+"/, '')
    const wrong = 'AAAA-BBBB-CCCC-DDDD'
    const [known, unknown] = [await reset('tried.often', wrong), await reset('nobody.at.all', wrong)]
    expect(known.http).toBe(401)
    expect(body(known)).toBe(body(unknown))
    for (const name of ['tried.often', 'nobody.at.all'])
      for (let n = 0; n < 4; n++) expect((await reset(name, wrong)).status).toBe('WrongRecoveryCode')
    expect((await reset('tried.often', codes[0]!)).status).toBe('TooManyRequests')
    expect((await reset('nobody.at.all', wrong)).status).toBe('TooManyRequests')
  })

  it('the new password is validated before the recovery code is used', async () => {
    await app.db.asOwner('delete from limit_counters')
    const { codes } = await withCodes('weak.choice')
    expect(fieldsOf(await reset('weak.choice', codes[0]!, 'short'))).toHaveProperty('password')
    expect(fieldsOf(await reset('weak.choice', codes[0]!, 'password1'))).toHaveProperty('password')
    expect((await reset('weak.choice', codes[0]!)).status).toBe('OK')
  })
})

describe('passkeys', () => {
  const options = () => app.call('/api/user/user_passkey_options', {})
  async function withPasskey(accountName: string) {
    const { token, uid } = await registerThroughApi(app, accountName)
    const begun = await app.call('/api/user/user_passkey_register_options', { password }, { token })
    const key = new SoftAuthenticator(app.config.publicOrigin)
    const kept = await app.call(
      '/api/user/user_passkey_register',
      { name: 'My laptop', response: key.create(begun.data) },
      { token },
    )
    return { token, uid, key, kept, begun }
  }

  it('a passkey signs in without name or password', async () => {
    const { uid, key, kept, begun, token } = await withPasskey('has.key')
    expect(kept.status).toBe('OK')
    expect(begun.data).toMatchObject({
      rp: { name: 'Wayfare', id: 'localhost' },
      user: { name: 'has.key' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const asked = await options()
    expect(asked.data).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    const signedIn = await app.call('/api/user/user_login_passkey', { response: key.get(asked.data.challenge) })
    expect(signedIn).toMatchObject({ status: 'OK', data: { uid } })
    expect((await app.call(userInfo, {}, { token: signedIn.pragma })).data.uid).toBe(uid)
    const { data } = await app.call('/api/user/user_security', {}, { token })
    expect(data.passkeys).toMatchObject([{ id: kept.data.id, name: 'My laptop' }])
    expect(data.passkeys[0]!.lastUsedAt).not.toBeNull()
  })

  it('a passkey sign-in needs no TOTP code', async () => {
    const { secret, token } = await enrol('key.and.totp')
    const begin = '/api/user/user_passkey_register_options'
    expect(fieldsOf(await app.call(begin, { password }, { token }))).toEqual({ code: 'Please fill this in' })
    const begun = await app.call(begin, { password, code: codeOf(secret) }, { token })
    const key = new SoftAuthenticator(app.config.publicOrigin)
    await app.call('/api/user/user_passkey_register', { name: 'Key', response: key.create(begun.data) }, { token })
    const { challenge } = (await options()).data
    expect((await app.call('/api/user/user_login_passkey', { response: key.get(challenge) })).status).toBe('OK')
  })

  it('every forged passkey response gets the same refusal', async () => {
    const { key } = await withPasskey('lied.to')
    const other = await withPasskey('not.this.one')
    const answers = [
      ['origin', key.get((await options()).data.challenge, { origin: 'https://evil.example' })],
      ['site', key.get((await options()).data.challenge, { rpId: 'evil.example' })],
      ['no finger', key.get((await options()).data.challenge, { verified: false })],
      ['ceremony', key.get((await options()).data.challenge, { type: 'webauthn.create' })],
      ['a frame of another site', key.get((await options()).data.challenge, { crossOrigin: true })],
      ['a page above ours', key.get((await options()).data.challenge, { topOrigin: 'https://evil.example' })],
      ['another account', key.get((await options()).data.challenge, { userHandle: other.begun.data.user.id })],
      ['no account', key.get((await options()).data.challenge, { userHandle: null })],
      ['own challenge', key.get(Buffer.alloc(32, 7).toString('base64url'))],
      ['unknown key', new SoftAuthenticator(app.config.publicOrigin).get((await options()).data.challenge)],
    ] as const
    for (const [forgery, response] of answers) {
      const answer = await app.call('/api/user/user_login_passkey', { response })
      expect([forgery, answer.http, answer.status]).toEqual([forgery, 401, 'PasskeyRefused'])
    }
    const stolen = key.get((await options()).data.challenge)
    const foreign = new SoftAuthenticator(app.config.publicOrigin).get((await options()).data.challenge)
    const forged = { ...stolen, response: { ...stolen.response, signature: foreign.response.signature } }
    expect((await app.call('/api/user/user_login_passkey', { response: forged })).status).toBe('PasskeyRefused')
  })

  it("a passkey cannot be created inside another site's frame", async () => {
    const { token } = await registerThroughApi(app, 'framed.person')
    for (const forgery of [{ crossOrigin: true }, { topOrigin: 'https://evil.example' }]) {
      const begun = await app.call('/api/user/user_passkey_register_options', { password }, { token })
      const response = new SoftAuthenticator(app.config.publicOrigin).create(begun.data, forgery)
      const kept = await app.call('/api/user/user_passkey_register', { name: 'Framed', response }, { token })
      expect(kept.status).toBe('PasskeyRefused')
    }
  })

  it('a passkey challenge is accepted once, within five minutes', async () => {
    const { key } = await withPasskey('answers.once')
    const response = key.get((await options()).data.challenge)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call('/api/user/user_login_passkey', { response })),
    )
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    const late = key.get((await options()).data.challenge)
    await app.db.asOwner('update passkey_challenges set expires_at = now()')
    expect((await app.call('/api/user/user_login_passkey', { response: late })).status).toBe('PasskeyRefused')
  })

  it('a signature counter that goes back is refused as a copied passkey', async () => {
    const { token } = await registerThroughApi(app, 'counts.on')
    const key = new SoftAuthenticator(app.config.publicOrigin, { counts: true })
    const begun = await app.call('/api/user/user_passkey_register_options', { password }, { token })
    await app.call('/api/user/user_passkey_register', { name: 'Stick', response: key.create(begun.data) }, { token })
    const older = key.get((await options()).data.challenge)
    const newer = key.get((await options()).data.challenge)
    expect((await app.call('/api/user/user_login_passkey', { response: newer })).status).toBe('OK')
    expect((await app.call('/api/user/user_login_passkey', { response: older })).status).toBe('PasskeyRefused')
  })

  it('a passkey challenge of another user or purpose is refused', async () => {
    const { begun } = await withPasskey('first.person')
    expect(begun.data.excludeCredentials).toEqual([])
    const { token } = await registerThroughApi(app, 'second.person')
    const foreign = await app.call('/api/user/user_passkey_register_options', { password }, { token })
    const { token: thief } = await registerThroughApi(app, 'third.person')
    const key = new SoftAuthenticator(app.config.publicOrigin)
    const keep = (challenge: string, as: string) =>
      app.call('/api/user/user_passkey_register', { name: 'Key', response: key.create({ challenge }) }, { token: as })
    expect((await keep(foreign.data.challenge, thief)).status).toBe('PasskeyRefused')
    expect((await keep((await options()).data.challenge, token)).status).toBe('PasskeyRefused')
    expect((await keep(foreign.data.challenge, token)).status).toBe('OK')
    const again = await app.call('/api/user/user_passkey_register_options', { password }, { token })
    expect(again.data.excludeCredentials).toMatchObject([{ id: key.id }])
    expect((await keep(again.data.challenge, token)).status).toBe('PasskeyKnown')
  })

  it('a passkey is removed with the password, and only by its owner', async () => {
    const { token, key, kept } = await withPasskey('removes.key')
    const stranger = await registerThroughApi(app, 'stranger.key')
    const remove = '/api/user/user_passkey_remove'
    const { id } = kept.data
    expect((await app.call(remove, { id, password }, { token: stranger.token })).status).toBe('NotFound')
    expect((await app.call(remove, { id, password: 'not this one' }, { token })).status).toBe('WrongPassword')
    expect((await app.call(remove, { id, password }, { token })).status).toBe('OK')
    const response = key.get((await options()).data.challenge)
    expect((await app.call('/api/user/user_login_passkey', { response })).status).toBe('PasskeyRefused')
  })
})
