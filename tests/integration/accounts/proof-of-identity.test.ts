import { readdirSync, readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorData } from '#shared/errors.ts'
import { registerThroughApi } from '../../support/app.ts'
import { SoftAuthenticator } from '../../support/authenticator.ts'
import { createSeededRandom } from '../../support/contract-inputs.ts'
import { findApiCalls } from '../../support/find-callers.ts'
import { drawSeed } from '../../support/seed.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { asNative, registerNative, userIdOf, waitForWaiters } from '../../support/native.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from limit_counters'))

const userInfo = '/api/system/system_user_info'
const day = 86_400_000
const agreed = { agreed: true } as const
const device = (deviceId: string) => asNative(test, { platform: 'ios', deviceId })
const nextOf = (answer: { data: unknown }) => answer.data as NonNullable<ErrorData>

type SessionRow = { userId: string; provedAt: Date | null; endsAt: Date; openedFrom: string | null; id: string }
async function sessionOf(token: string | undefined): Promise<SessionRow> {
  const [row] = await test.db.asOwner<SessionRow>(
    `select s.id, user_id as "userId", proved_at as "provedAt", ends_at as "endsAt", opened_from as "openedFrom"
     from sessions s join session_tokens t on t.session_id = s.id where token_hash = sha256(convert_to($1, 'utf8'))`,
    [token],
  )
  return row!
}
const isOpen = async (token: string | undefined) => (await test.call(userInfo, {}, { token })).status === 'OK'

/** Moves every session of the account, and its proof of identity, three days back. */
const age = (userId: string) =>
  test.db.asOwner(
    `update sessions set created_at = created_at - interval '3 days', proved_at = proved_at - interval '3 days',
       ends_at = ends_at - interval '3 days' where user_id = $1`,
    [userId],
  )

const fullToken = async (registerToken: string | undefined, options = {}) =>
  (await test.call(userInfo, {}, { ...options, token: registerToken })).pragma!

async function openByPasskey(accountName: string) {
  const key = new SoftAuthenticator(test.config.publicOrigin)
  const options = await test.call('/api/user/user_register_passkey_options', { accountName })
  const input = { accountName, ...agreed, passkeyName: 'Key', response: key.create(options.data) }
  const { pragma } = await test.call('/api/user/user_register_passkey', input)
  const token = await fullToken(pragma)
  return { key, token, userId: (await sessionOf(token)).userId }
}
async function openByDevice(deviceId: string) {
  const opened = await test.call('/api/user/user_register_deviceid', agreed, device(deviceId))
  const token = await fullToken(opened.pragma, device(deviceId))
  return { token, deviceSecret: opened.data.deviceSecret, userId: (await sessionOf(token)).userId }
}
const signInByPasskey = async (key: SoftAuthenticator) => {
  const asked = await test.call('/api/user/user_passkey_options', {})
  return test.call('/api/user/user_login_passkey', { response: key.get(asked.data.challenge) })
}

async function ticketOf(token: string) {
  const { code } = (await test.call('/api/user/user_web_login_code', {}, { token })).data
  return (await test.call('/api/user/user_login_code', { code })).data.ticket
}
const redeemTicket = (ticket: string, options = {}) => test.call('/api/user/user_login_ticket', { ticket }, options)
const openFrom = async (token: string, options = {}) => (await redeemTicket(await ticketOf(token), options)).pragma!

/**
 * Every call that needs a fresh proof of identity, with its refusal for an account with a name and passkey, and for a
 * nameless one. An account with a password is asked for the password instead.
 */
const guards = {
  '/api/user/user_make_app_password': { input: {}, named: 'SignInAgain', nameless: 'PasswordNotSet' },
  '/api/user/user_delete_account': { input: {}, named: 'PasswordNotSet', nameless: 'PasswordNotSet' },
  '/api/user/user_name_account': {
    input: { accountName: 'a.thief', password },
    named: 'AccountHasPassword',
    nameless: 'DeviceSecretRequired',
  },
} as const
type Kind = 'named' | 'nameless'
const refusals = (token: string) =>
  Promise.all(
    Object.entries(guards).map(
      async ([call, { input }]) => (await test.call(call as keyof typeof guards, input as never, { token })).status,
    ),
  )
const refused = (kind: Kind) => Object.values(guards).map((guard) => guard[kind])

type Path = {
  readonly proof: 'now' | 'none' | 'inherited'
  readonly end: 'own' | 'inherited'
  readonly open: () => Promise<{ token: string | undefined; from?: string }>
}
/** Every call that returns the token of a new session. docs/security.md has the same list. */
const paths: Readonly<Record<string, Path>> = {
  user_register_username: {
    proof: 'now',
    end: 'own',
    open: async () => ({ token: (await registerThroughApi(test, 'path.name')).token }),
  },
  user_register_normal: {
    proof: 'now',
    end: 'own',
    open: async () => ({ token: (await test.registerByEmail('path@example.com')).token }),
  },
  user_register_passkey: {
    proof: 'now',
    end: 'own',
    open: async () => ({ token: (await openByPasskey('path.key')).token }),
  },
  user_register_deviceid: {
    proof: 'now',
    end: 'own',
    open: async () => ({ token: (await openByDevice('path-device')).token }),
  },
  user_login_username: {
    proof: 'now',
    end: 'own',
    open: async () => {
      await registerThroughApi(test, 'path.login')
      const input = { accountName: 'path.login', password, ...agreed }
      return { token: (await test.call('/api/user/user_login_username', input)).pragma }
    },
  },
  user_login: {
    proof: 'now',
    end: 'own',
    open: async () => {
      await registerThroughApi(test, 'path.login2')
      const input = { kind: 'account_name', identifier: 'path.login2', password, ...agreed } as const
      return { token: (await test.call('/api/user/user_login', input)).pragma }
    },
  },
  user_login_second_factor: {
    proof: 'now',
    end: 'own',
    open: async () => {
      const { token } = await registerThroughApi(test, 'path.factor')
      const { secret } = (await test.call('/api/user/user_totp_begin', { password }, { token })).data
      const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      await test.call('/api/user/user_totp_confirm', { code: code() }, { token })
      await test.db.asOwner('update totp_factors set last_step = 0')
      const input = { accountName: 'path.factor', password, ...agreed }
      const challenge = nextOf(await test.call('/api/user/user_login_username', input)).challenge!
      return { token: (await test.call('/api/user/user_login_second_factor', { challenge, code: code() })).pragma }
    },
  },
  user_login_passkey: {
    proof: 'now',
    end: 'own',
    open: async () => ({ token: (await signInByPasskey((await openByPasskey('path.key2')).key)).pragma }),
  },
  user_login_deviceid: {
    proof: 'none',
    end: 'own',
    open: async () => {
      const { deviceSecret } = await openByDevice('path-device-2')
      return {
        token: (await test.call('/api/user/user_login_deviceid', { deviceSecret }, device('path-device-2'))).pragma,
      }
    },
  },
  user_login_ticket: {
    proof: 'inherited',
    end: 'inherited',
    open: async () => {
      const { token, userId } = await openByPasskey('path.ticket')
      await age(userId)
      return { token: await openFrom(token), from: token }
    },
  },
  user_login_replace_device: {
    proof: 'inherited',
    end: 'inherited',
    open: async () => {
      const { token, userId } = await openByPasskey('path.replace')
      await openFrom(token, device('path-first'))
      await age(userId)
      const { challenge, devices } = nextOf(await redeemTicket(await ticketOf(token), device('path-second')))
      const input = { challenge: challenge!, id: devices![0]!.id }
      return { token: (await test.call('/api/user/user_login_replace_device', input)).pragma, from: token }
    },
  },
}

describe('new session', () => {
  it('only the listed calls open a session', () => {
    const folder = new URL('../../../server/api/', import.meta.url)
    const found = readdirSync(folder)
      .filter((name) => name.endsWith('.calls.ts'))
      .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/^ {4}'(?=\/api\/)|^ {2}'(?=\/api\/)/m))
      .filter((handler) => handler.includes('issueToken('))
      .map((handler) => /^\/api\/user\/(\w+)'/.exec(handler)?.[1])
    expect(found.toSorted()).toEqual(Object.keys(paths).toSorted())
    const documented = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
    for (const [name, { proof, end }] of Object.entries(paths))
      expect(documented).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\| ${proof}\\b.* \\| ${end}\\b.* \\|$`, 'm'))
  })

  it.each(Object.entries(paths))(
    'a session opened by %s has the proof of identity and the expiry of that way',
    async (_name, path) => {
      const recent = new Date(Date.now() - day)
      const { token, from } = await path.open()
      const { provedAt, endsAt, openedFrom } = await sessionOf(token)
      const parent = from === undefined ? null : await sessionOf(from)
      const inherited = (own: Date, of: Date | null | undefined) =>
        own.getTime() === of?.getTime() ? 'inherited' : 'other'
      expect({
        proof: provedAt === null ? 'none' : provedAt > recent ? 'now' : inherited(provedAt, parent?.provedAt),
        end: endsAt.getTime() > recent.getTime() + 30 * day ? 'own' : inherited(endsAt, parent?.endsAt),
        openedFrom,
      }).toEqual({ proof: path.proof, end: path.end, openedFrom: parent?.id ?? null })
    },
  )

  it('a sensitive call is allowed after a fresh passkey sign-in, and not in a session opened from an old one', async () => {
    const { key, token, userId } = await openByPasskey('just.proved')
    await age(userId)
    expect(await refusals(token)).toEqual(refused('named'))
    const back = await signInByPasskey(key)
    const child = await openFrom(back.pragma!)
    expect((await test.call('/api/user/user_make_app_password', {}, { token: child })).status).toBe('OK')
  })
})

const seed = drawSeed()

describe('three-day-old session', () => {
  const rotate = async (token: string) => {
    await test.db.asOwner(
      `update session_tokens set issued_at = now() - interval '61 minutes' where token_hash = sha256(convert_to($1, 'utf8'))`,
      [token],
    )
    return fullToken(token)
  }
  /** A session token in the URL of the web account opens a session like a login code. */
  const openByAddress = async (token: string) => {
    const { ticket } = (await test.call('/api/user/user_login_code', { code: token })).data
    const next = await fullToken(token)
    return [next, (await redeemTicket(ticket)).pragma!]
  }
  const openOnDevice = async (token: string, deviceId: string) => {
    const opened = await redeemTicket(await ticketOf(token), device(deviceId))
    if (opened.status === 'OK') return [token, opened.pragma!]
    const { challenge, devices } = nextOf(opened)
    const input = { challenge: challenge!, id: devices![0]!.id }
    const replaced = await test.call('/api/user/user_login_replace_device', input)
    return replaced.pragma ? [token, replaced.pragma] : [token]
  }
  const steps = {
    web: async (token: string) => [token, await openFrom(token)],
    address: openByAddress,
    device: openOnDevice,
    rotation: async (token: string) => [await rotate(token)],
  }

  it('every call that asks for a fresh proof of identity is among those that this test tries', () => {
    expect(findApiCalls('isFreshlyProved')).toEqual(Object.keys(guards).toSorted())
  })

  it.each(['named', 'nameless'] as const)(
    'an old session of a %s account passes no sensitive call, whatever calls came between',
    async (kind) => {
      const random = createSeededRandom(seed)
      for (let walk = 0; walk < 6; walk++) {
        const opened = kind === 'named' ? await openByPasskey(`walks.${walk}`) : await openByDevice(`device.${walk}`)
        const { token, userId } = opened
        await age(userId)
        const first = await sessionOf(token)
        let held = [token]
        for (let step = 0; step < 8; step++) {
          await test.db.asOwner('delete from limit_counters')
          const name = random.oneOf(['web', 'address', 'device', 'rotation'] as const)
          const from = random.oneOf(held)
          const gained = await steps[name](from, `${kind}-${walk}-${random.below(3)}`)
          held = [...held.filter((each) => each !== from), ...gained]
          const alive: string[] = []
          for (const each of held) if (await isOpen(each)) alive.push(each)
          held = alive
          for (const each of held) {
            expect(await refusals(each), `${name} in step ${step} of walk ${walk}`).toEqual(refused(kind))
            const { provedAt, endsAt } = await sessionOf(each)
            expect({ provedAt, endsAt }).toEqual({ provedAt: first.provedAt, endsAt: first.endsAt })
          }
          if (held.length === 0) break
        }
      }
    },
  )

  it('an old account without a name passes no sensitive call by its device secret', async () => {
    const { token, deviceSecret, userId } = await openByDevice('nameless-walk')
    await age(userId)
    const again = await test.call('/api/user/user_login_deviceid', { deviceSecret }, device('nameless-walk'))
    for (const each of [token, again.pragma!, await openFrom(token), await openFrom(again.pragma!)])
      expect(await refusals(each)).toEqual(refused('nameless'))
  })
})

describe('session opened from another', () => {
  const pair = async (accountName: string) => {
    const phone = { platform: 'ios', deviceId: `${accountName}-phone` } as const
    const { token: parent, uid } = await registerNative(test, accountName, phone)
    const child = await openFrom(parent)
    return { parent, child, grandchild: await openFrom(child), userId: await userIdOf(test, uid) }
  }
  const log = (accountName: string) =>
    test.call('/api/user/user_login_username', { accountName, password, ...agreed }).then(({ pragma }) => pragma!)
  const openOf = (tokens: string[]) => Promise.all(tokens.map(isOpen))

  it('a session opened from another one ends with it, however that one ends', async () => {
    const out = await pair('parent.out')
    await test.call('/api/user/user_logout', {}, { token: out.parent })
    expect(await openOf([out.parent, out.child, out.grandchild])).toEqual([false, false, false])

    const ended = await pair('parent.ended')
    const other = await log('parent.ended')
    const sessionId = (await sessionOf(ended.parent)).id
    await test.call('/api/user/user_end_session', { sessionId }, { token: other })
    expect(await openOf([ended.parent, ended.child, ended.grandchild, other])).toEqual([false, false, false, true])

    const unbound = await pair('parent.unbound')
    const browser = await log('parent.unbound')
    const { list } = (await test.call('/api/user/user_get_device_list', {}, { token: browser })).data
    await test.call('/api/user/user_unbind_device', { id: list[0]!.id }, { token: browser })
    expect(await openOf([unbound.parent, unbound.child, unbound.grandchild, browser])).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('a ticket opens one session: a login code is not accepted as a ticket, and both expire with the session that requested them', async () => {
    const { token } = await registerThroughApi(test, 'code.or.ticket')
    const { code } = (await test.call('/api/user/user_web_login_code', {}, { token })).data
    expect((await redeemTicket(code)).status).toBe('LoginCodeInvalid')
    const { ticket } = (await test.call('/api/user/user_login_code', { code })).data
    expect((await test.call('/api/user/user_login_code', { code: ticket })).status).toBe('LoginCodeInvalid')
    const [spare, late] = [await ticketOf(token), await ticketOf(token)]
    const { code: lateCode } = (await test.call('/api/user/user_web_login_code', {}, { token })).data
    const opened = await Promise.all([redeemTicket(ticket), redeemTicket(ticket), redeemTicket(ticket)])
    expect(opened.filter(({ status }) => status === 'OK')).toHaveLength(1)
    const atOnce = await Promise.all([redeemTicket(spare), test.call('/api/user/user_logout', {}, { token })])
    expect(await Promise.all([...opened, ...atOnce].map(({ pragma }) => isOpen(pragma)))).not.toContain(true)
    expect((await redeemTicket(late)).status).toBe('LoginCodeInvalid')
    expect((await test.call('/api/user/user_login_code', { code: lateCode })).status).toBe('LoginCodeInvalid')
  })

  it('a session token in many opened copies of one URL is offered for confirmation once', async () => {
    const { token } = await registerThroughApi(test, 'copied.address')
    const opened = await Promise.all(
      Array.from({ length: 10 }, () => test.call('/api/user/user_login_code', { code: token })),
    )
    expect(opened.filter(({ status }) => status === 'OK')).toHaveLength(1)
  })

  it('signing out in a session that was opened from another one leaves the other one open', async () => {
    const { parent, child, grandchild } = await pair('child.out')
    await test.call('/api/user/user_logout', {}, { token: child })
    expect(await openOf([parent, child, grandchild])).toEqual([true, false, false])
  })

  it('a session opened from another one also ends itself when it ends that one or all other sessions', async () => {
    const one = await pair('ends.parent')
    const sessionId = (await sessionOf(one.parent)).id
    expect((await test.call('/api/user/user_end_session', { sessionId }, { token: one.grandchild })).status).toBe('OK')
    expect(await openOf([one.parent, one.child, one.grandchild])).toEqual([false, false, false])

    const all = await pair('ends.others')
    expect((await test.call('/api/user/user_end_other_sessions', {}, { token: all.child })).status).toBe('OK')
    expect(await openOf([all.parent, all.child, all.grandchild])).toEqual([false, false, false])
  })

  it('a session opened from another one ends as well when the session limit ends that one to make room for it', async () => {
    const { parent, child, userId } = await pair('crowds.out')
    await test.db.asOwner(
      `update sessions set last_seen_at = now() - interval '1 hour' where user_id = $1 and opened_from is null`,
      [userId],
    )
    // Three of at most twenty sessions are open, so the eighteenth sign-in ends the least recently used one.
    for (let n = 0; n < 17; n++) expect(await log('crowds.out')).toMatch(/^wf_/)
    expect(await openOf([child])).toEqual([true])
    await log('crowds.out')
    expect(await openOf([parent, child])).toEqual([false, false])
  })

  it('a session opened from another one no longer depends on it once the password is given in it', async () => {
    const { parent, child } = await pair('proves.itself')
    const input = { password, newPassword: 'another horse 43' }
    expect((await test.call('/api/user/user_change_password', input, { token: child })).status).toBe('OK')
    expect(await openOf([parent, child])).toEqual([false, true])
    expect(await sessionOf(child)).toMatchObject({ openedFrom: null, provedAt: expect.any(Date) as Date })
  })

  it.each([
    ['before', ['exchange', 'logout']],
    ['after', ['logout', 'exchange']],
  ] as const)(
    'no session opened from another one is left when that one signs out right %s the opening',
    async (when, order) => {
      const { parent, userId } = await pair(`race.${when}`)
      const ticket = await ticketOf(parent)
      const gate = new pg.Client(test.db.connection)
      await gate.connect()
      await gate.query('begin')
      await gate.query(`select pg_advisory_xact_lock(hashtextextended('sessions ' || $1::text, 0))`, [userId])
      const calls = {
        exchange: () => redeemTicket(ticket),
        logout: () => test.call('/api/user/user_logout', {}, { token: parent }),
      }
      const answers: Promise<unknown>[] = []
      for (const [n, name] of order.entries()) {
        answers.push(calls[name]())
        await waitForWaiters(test, n + 1)
      }
      await gate.query('commit')
      await gate.end()
      await Promise.all(answers)
      const left = await test.db.asOwner('select 1 from sessions where user_id = $1 and ended_at is null', [userId])
      expect(left).toEqual([])
    },
  )

  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
  const options = (cookie?: string) => ({ headers: { 'user-agent': chrome, ...(cookie !== undefined && { cookie }) } })

  it('a session opened from another one is announced by email in a new browser, but not in a known one', async () => {
    const email = 'told@example.com'
    const { token } = await test.registerByEmail(email)
    const opened = await redeemTicket(await ticketOf(token), options())
    const subjects = async () => (await test.messagesTo(email)).map(({ subject }) => subject)
    expect(await subjects()).toContain('New sign-in: Chrome on Windows')
    await test.db.asOwner(`delete from outbox_messages where template = 'new-sign-in'`)
    test.outbox.messages.length = 0
    await redeemTicket(await ticketOf(token), options(opened.cookie!.split(';', 1)[0]))
    expect(await subjects()).toEqual([])
  })

  it('a session opened from another one is announced in the account if the user has no email address', async () => {
    const { token } = await openByPasskey('told.here')
    await redeemTicket(await ticketOf(token), options())
    await test.work()
    const { list } = (await test.call('/api/user/user_notices', {}, { token })).data
    expect(list.map(({ heading }) => heading)).toEqual(['New sign-in: Chrome on Windows'])
  })
})
