import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#server/modules/limits/limits.rules.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { asNative, givePlan, registerNative } from '../../support/native.ts'
import { registerThroughApi, type CallOptions } from '../../support/app.ts'
import { solved, workOf } from '../../support/proof-of-work.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity({ env: { EXIT_NETWORKS: '100.64.0.0/16' } })
})
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from limit_counters'))

const signIn = (accountName: string, chosen = password, options: CallOptions = {}) =>
  test.call('/api/user/user_login_username', { accountName, password: chosen, agreed: true }, options)
const wrong = 'a wrong horse'
const stranger = { address: '203.0.113.66' }
const home = { address: '198.51.100.1' }
const times = <T>(count: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
/** Sends a few requests at a time, so that none is refused for lack of a database connection. */
async function inWaves<T>(count: number, ask: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let from = 0; from < count; from += 10)
    answers.push(...(await times(Math.min(10, count - from), (n) => ask(from + n))))
  return answers
}
async function browserOf(accountName: string): Promise<{ cookie: string }> {
  const { cookie = '' } = await signIn(accountName, password, home)
  return { cookie: cookie.split(';')[0]! }
}
const fill = (rule: string, count: number) =>
  test.db.asOwner('update limit_counters set hits = array_fill(now(), array[$2::int]) where rule = $1', [rule, count])

describe.each([
  ['20 wrong passwords from one IP address', 20, 1],
  ['200 wrong passwords from one IP address', 200, 1],
  ['200 wrong passwords from ten IP addresses', 200, 10],
  ['400 wrong passwords from forty IP addresses', 400, 40],
])('sign-in after %s', (_what, count, addresses) => {
  const attack = (name: string) =>
    times(count, (n) => signIn(name, `${wrong} ${n}`, { address: `203.0.113.${n % addresses}` }))

  it('the owner signs in from home, in a known browser, and with proof of work anywhere', async () => {
    const name = `owner.${count}.${addresses}`
    await registerThroughApi(test, name)
    const cookie = await browserOf(name)
    await attack(name)
    const usual = await signIn(name, password, { address: '203.0.113.0', headers: cookie })
    expect(usual.status).toBe('OK')
    const elsewhere = await signIn(name, password, { address: '192.0.2.9' })
    const there =
      elsewhere.status === 'OK'
        ? elsewhere
        : await signIn(name, password, { address: '192.0.2.9', headers: await solved(elsewhere) })
    expect([addresses > 10 ? 'OK' : elsewhere.status, there.status]).toEqual(['OK', 'OK'])
    const besideStranger = await signIn(name, password, { address: '203.0.113.0' })
    expect(besideStranger.http).toBe(429)
    const worked = { address: '203.0.113.0', headers: await solved(besideStranger) }
    expect((await signIn(name, password, worked)).status).toBe('OK')
  })

  it('a signed-in owner can change the password', async () => {
    const name = `inside.${count}.${addresses}`
    const { token } = await registerThroughApi(test, name)
    await attack(name)
    const change = { password, newPassword: 'another horse 43' }
    expect((await test.call('/api/user/user_change_password', change, { token })).status).toBe('OK')
  })
})

describe('recovery codes under attack', () => {
  const recover = (identifier: string, recoveryCode: string, options: CallOptions) => {
    const input = { kind: 'account_name', identifier, recoveryCode, password: 'another horse 43' } as const
    return test.call('/api/user/user_reset_with_recovery_code', input, options)
  }

  it.each([20, 200])(
    'a recovery code works from another IP address after %i wrong ones of a stranger',
    async (count) => {
      const name = `recovers.${count}`
      const { token } = await registerThroughApi(test, name)
      const { recoveryCodes } = (await test.call('/api/user/user_recovery_codes', { password }, { token })).data
      const tried = await inWaves(count, () => recover(name, 'AAAA-BBBB-CCCC-DDDD', stranger))
      expect(tried.filter(({ http }) => http === 401)).toHaveLength(limits['recovery-asker'].max)
      expect(tried.filter(({ http }) => http === 429)).toHaveLength(count - limits['recovery-asker'].max)
      const beside = await recover(name, recoveryCodes[0]!, stranger)
      expect(beside.http).toBe(429)
      expect((await recover(name, recoveryCodes[0]!, { ...stranger, headers: await solved(beside) })).status).toBe('OK')
      expect((await recover(name, recoveryCodes[1]!, home)).status).toBe('OK')
    },
  )

  it('a recovery code works after wrong ones from two hundred IP addresses', async () => {
    const { token } = await registerThroughApi(test, 'from.everywhere')
    const { recoveryCodes } = (await test.call('/api/user/user_recovery_codes', { password }, { token })).data
    await times(200, (n) => recover('from.everywhere', 'AAAA-BBBB-CCCC-DDDD', { address: `203.0.113.${n}` }))
    expect((await recover('from.everywhere', recoveryCodes[0]!, home)).status).toBe('OK')
  })
})

describe('mailed codes under attack', () => {
  const email = (n: number | string) => `owner.${n}@mail.example`
  const send = (identifier: string, options: CallOptions = {}) =>
    test.call('/api/user/user_send_code', { purpose: 'reset', kind: 'email', identifier }, options)
  const reset = (identifier: string, code: string, ticket: string | undefined, options: CallOptions = {}) => {
    const input = { kind: 'email', identifier, code, password: 'another horse 43', ...(ticket && { ticket }) } as const
    return test.call('/api/user/user_reset_password', input, options)
  }

  it.each([
    ['with another IP address', '203.0.113.66'],
    ['with the same IP address', '198.51.100.1'],
  ])('a password reset code stays valid after attempts and requests of a stranger %s', async (_who, address) => {
    const to = email(address)
    await test.registerByEmail(to)
    await test.forgetCodeLimits()
    const { ticket } = (await send(to, home)).data
    const code = await test.codeFor(to)
    const guess = code === '000000' ? '000001' : '000000'
    await times(20, () => reset(to, guess, undefined, { address }))
    for (let n = 0; n < 4; n++) {
      await test.db.asOwner("delete from limit_counters where rule = 'code-resend'")
      const asked = await send(to, { address })
      if (asked.status === 'OK') await times(6, () => reset(to, guess, asked.data.ticket, { address }))
    }
    expect((await reset(to, code, ticket, home)).status).toBe('OK')
  })

  it("the owner gets a code despite a stranger's requests, without proof of work in a known browser", async () => {
    await test.registerByEmail(email('asked'))
    const signedIn = await test.call('/api/user/user_login', {
      kind: 'email',
      identifier: email('asked'),
      password,
      agreed: true,
    })
    const known = { headers: { cookie: signedIn.cookie!.split(';')[0]! } }
    await test.forgetCodeLimits()
    for (let n = 0; n < 40; n++) {
      await test.db.asOwner("delete from limit_counters where rule like 'code-bound-hour'")
      const asked = await send(email('asked'), { address: `203.0.${n}.66` })
      if (workOf(asked)) await send(email('asked'), { address: `203.0.${n}.66`, headers: await solved(asked) })
    }
    const first = await send(email('asked'), home)
    expect((await send(email('asked'), { ...home, headers: await solved(first) })).status).toBe('OK')
    await fill('code-bound-day', 60)
    expect((await send(email('asked'), { address: '192.0.2.77' })).http).toBe(429)
    expect((await send(email('asked'), { ...stranger, ...known })).status).toBe('OK')
  })

  it('a code has five attempts with its ticket, and five without a ticket from the IP address that requested it', async () => {
    await test.registerByEmail(email('five'))
    await test.forgetCodeLimits()
    const { ticket } = (await send(email('five'), home)).data
    const code = await test.codeFor(email('five'))
    const guess = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++) await reset(email('five'), guess, ticket, home)
    expect((await reset(email('five'), code, ticket, home)).status).toBe('WrongCode')
    expect((await reset(email('five'), code, undefined, stranger)).status).toBe('WrongCode')
    expect((await reset(email('five'), code, undefined, home)).status).toBe('OK')
  })

  it('a code ticket of another email address or purpose is refused', async () => {
    await test.registerByEmail(email('target'))
    await test.registerByEmail(email('thief'))
    await test.forgetCodeLimits()
    const { ticket } = (await send(email('thief'), stranger)).data
    const code = await test.codeFor(email('thief'))
    expect((await reset(email('target'), code, ticket, stranger)).status).toBe('WrongCode')
    const register = { kind: 'email', identifier: email('thief'), code, ticket, password, agreed: true } as const
    expect((await test.call('/api/user/user_register_normal', register, stranger)).status).toBe('WrongCode')
    expect((await reset(email('thief'), code, ticket, stranger)).status).toBe('OK')
  })
})

describe('limits on guessing', () => {
  it('beyond 150 failures an hour each attempt needs proof of work, beyond 300 none is allowed, and the owner gets in', async () => {
    await registerThroughApi(test, 'bounded')
    const cookie = await browserOf('bounded')
    await signIn('bounded', wrong, stranger)
    await fill('password-strangers', 149)
    const from = (n: number) => ({ address: `192.0.${n}.1` })
    expect((await signIn('bounded', wrong, from(1))).http).toBe(401)
    const refused = await signIn('bounded', wrong, from(2))
    expect(refused.http).toBe(429)
    expect((await signIn('bounded', wrong, { ...from(2), headers: await solved(refused) })).http).toBe(401)
    await fill('password-bound', 300)
    const over = await signIn('bounded', password, from(3))
    expect(over.http).toBe(429)
    expect(workOf(over)).toBeUndefined()
    expect((await signIn('bounded', password, { ...from(4), headers: cookie })).status).toBe('OK')
  })

  it('a known browser has ten extra attempts', async () => {
    await registerThroughApi(test, 'known.browser')
    const cookie = await browserOf('known.browser')
    const tried = await inWaves(30, (n) => signIn('known.browser', `${wrong} ${n}`, { ...home, headers: cookie }))
    expect(tried.filter(({ http }) => http === 401)).toHaveLength(20)
    expect(tried.filter(({ http }) => http === 429)).toHaveLength(10)
    expect((await signIn('known.browser', password, { ...home, headers: cookie })).http).toBe(429)
  })

  it('the known-device cookie of another account, or a forged one, allows no further attempts', async () => {
    await registerThroughApi(test, 'mark.owner')
    await registerThroughApi(test, 'mark.thief')
    const { cookie } = await browserOf('mark.thief')
    await times(10, () => signIn('mark.owner', wrong, stranger))
    const changed = cookie.replace(/~.{4}/, '~AAAA')
    for (const mark of [cookie, changed, 'known_device=AAAAAAAAAAAAAAAAAAAAAA.fj0~AAAAAAAAAAAAAAAAAAAAAA'])
      expect((await signIn('mark.owner', wrong, { ...stranger, headers: { cookie: mark } })).http).toBe(429)
  })

  it('a known app device has its own attempts, and a made-up one has none', async () => {
    const phone = { platform: 'ios', deviceId: 'owners-phone-1' } as const
    const { uid } = await registerNative(test, 'app.owner', phone)
    await givePlan(test, uid, 3)
    await times(20, (n) => signIn('app.owner', `${wrong} ${n}`, stranger))
    const made = asNative(test, { platform: 'ios', deviceId: 'made-up-phone' })
    expect((await signIn('app.owner', wrong, { ...made, ...stranger })).http).toBe(429)
    expect((await signIn('app.owner', password, { ...asNative(test, phone), ...stranger })).status).toBe('OK')
  })
})

describe('known-browser cookie', () => {
  it('the cookie is HttpOnly and SameSite for ninety days, and set only for browsers after a sign-in', async () => {
    const { cookie } = await (await registerThroughApi(test, 'keeps.mark'), signIn('keeps.mark'))
    expect(cookie).toMatch(
      /^known_device=[\w-]{22}\.[\da-z]+~[\w-]{22}; Path=\/v4\/test; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    )
    const phone = asNative(test, { platform: 'android', deviceId: 'no-cookie-phone' })
    expect((await signIn('keeps.mark', password, phone)).cookie).toBeUndefined()
    expect((await signIn('keeps.mark', wrong)).cookie).toBeUndefined()
  })

  it('the cookie is Secure on an HTTPS site', async () => {
    const { createCallerKnowledge } = await import('#server/api/caller-knowledge.ts')
    const config = { ...test.config, publicOrigin: 'https://vpn.example' }
    expect(createCallerKnowledge(config, () => Buffer.alloc(32)).markBrowser(undefined, 7)).toMatch(/; Secure$/)
  })
})

describe('proof of work', () => {
  const name = 'works.once'
  const shut = async () => {
    await times(10, () => signIn(name, wrong, stranger))
    return signIn(name, wrong, stranger)
  }

  it('a proof of work is accepted once, also concurrently', async () => {
    await registerThroughApi(test, name)
    const headers = await solved(await shut())
    const tried = await times(20, () => signIn(name, wrong, { ...stranger, headers }))
    expect(tried.filter(({ http }) => http === 401)).toHaveLength(1)
    expect((await signIn(name, password, { ...stranger, headers })).http).toBe(429)
  })

  it('a late, changed, unsolved or malformed proof of work is refused', async () => {
    const answer = await shut()
    const { work } = await solved(answer)
    const payload = JSON.parse(atob(work)) as {
      challenge: { parameters: Record<string, unknown>; signature: string }
      solution: Record<string, unknown>
    }
    const { challenge, solution } = payload
    const parameters = { ...challenge.parameters }
    const forgeries = [
      { challenge: { ...challenge, parameters: { ...parameters, expiresAt: 1 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '00' } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      { challenge, solution: { ...solution, derivedKey: `${String(parameters.keyPrefix)}${'0'.repeat(32)}` } },
      { challenge: { parameters }, solution },
      { challenge, solution: null },
      null,
      [],
    ]
    const headers = [...forgeries.map((forgery) => btoa(JSON.stringify(forgery))), 'nonsense', '', 'A'.repeat(4_000)]
    for (const forgery of headers)
      expect([
        forgery.slice(0, 40),
        (await signIn(name, password, { ...stranger, headers: { work: forgery } })).http,
      ]).toEqual([forgery.slice(0, 40), 429])
    expect((await signIn(name, password, { ...stranger, headers: { work } })).status).toBe('OK')
  })
})

describe('many people behind one IP address', () => {
  it('people behind a VPN exit of the operator can sign in while one of them guesses', async () => {
    const exit = { address: '100.64.0.7' }
    for (let n = 0; n < 5; n++) await registerThroughApi(test, `customer.${n}`)
    await times(200, (n) => signIn(`guessed.${n % 20}`, `${wrong} ${n}`, exit))
    for (let n = 0; n < 40; n++) expect((await signIn(`customer.${n % 5}`, password, exit)).status).toBe('OK')
  })

  it('people on a rate limited IP address can sign in with proof of work', async () => {
    await registerThroughApi(test, 'neighbour')
    await signIn('somebody.else', wrong, stranger)
    await fill('password-network', 100)
    const asked = await signIn('neighbour', password, stranger)
    expect(asked.http).toBe(429)
    expect((await signIn('neighbour', password, { ...stranger, headers: await solved(asked) })).status).toBe('OK')
  })

  it('sign-in limits count per IP address, per /24 or /64, and per /16 or /48', async () => {
    await signIn('wide.0', wrong, { address: '203.0.113.66' })
    const counters = async (subjects: number) => {
      const [row] = await test.db.asOwner<{ n: number }>(
        "select count(*)::int as n from limit_counters where rule = 'password-network'",
      )
      expect(row!.n).toBe(subjects)
    }
    await counters(3)
    await signIn('wide.1', wrong, { address: '203.0.113.67:8080' })
    await counters(4)
    await signIn('wide.2', wrong, { address: '203.0.114.66' })
    await counters(6)
    await signIn('wide.3', wrong, { address: '2001:db8:1:2::3' })
    await counters(9)
    await signIn('wide.4', wrong, { address: '2001:db8:1:3::3' })
    await counters(11)
    for (const garbage of ['nonsense', 'more nonsense', '999.1.1.1'])
      await signIn('wide.5', wrong, { address: garbage })
    await counters(12)
    await fill('password-network', 2_000)
    expect((await signIn('wide.6', wrong, { address: '203.0.7.7' })).http).toBe(429)
    expect((await signIn('wide.6', wrong, { address: '2001:db8:1:9::9' })).http).toBe(429)
    expect((await signIn('wide.6', wrong, { address: '2001:db8:2:9::9' })).http).toBe(401)
  })
})
