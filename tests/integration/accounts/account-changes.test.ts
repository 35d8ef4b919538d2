import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import type { ActionInput } from '#shared/contract/operator.ts'
import { createIdentityDeps } from '#server/deps/identity-deps.ts'
import { scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { finishChanges } from '#server/workflows/accounts/security/finish-changes.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { userIdOf, waitForWaiters } from '../../support/native.ts'
import { perform } from '../../support/operator-acts.ts'
import { readPage } from '../operators/pages.setup.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
  // Raises the limit, because one operator acts on all users here.
  await test.db.asOwner(`insert into settings (key, value) values ('operatorLimits', '{"personActs": 200}')`)
})
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from limit_counters'))

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const how = () => ({ config: test.config })
const identity = () => createIdentityDeps(test.config, test.db.database, () => {})
const finish = () => finishChanges(identity())
const post = (url: string, payload = '') =>
  test.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const letPass = (hours: number, userId: string) =>
  test.db.asOwner(
    `update account_changes set asked_at = asked_at - $1 * interval '1 hour', due_at = due_at - $1 * interval '1 hour',
       lapses_at = lapses_at - $1 * interval '1 hour', ended_at = ended_at - $1 * interval '1 hour' where user_id = $2`,
    [hours, userId],
  )

async function person(email: string) {
  const { token, uid } = await test.registerByEmail(email)
  return { email, token, uid, user: String(uid), userId: await userIdOf(test, uid) }
}
async function guarded(email: string) {
  const who = await person(email)
  const begun = await test.call('/api/user/user_totp_begin', { password }, { token: who.token })
  const { secret } = begun.data
  const on = await test.call('/api/user/user_totp_confirm', { code: codeOf(secret) }, { token: who.token })
  expect(on.status).toBe('OK')
  await test.db.asOwner('update totp_factors set last_step = 0 where user_id = $1', [who.userId])
  return { ...who, secret }
}
const signIn = (email: string) =>
  test.call('/api/user/user_login', { kind: 'email', identifier: email, password, agreed: true })
const emailOf = async (token: string) => (await test.call('/api/system/system_user_info', {}, { token })).data.email
const resetFactor = (user: string) =>
  perform(test.db.database, 'people.reset-second-factor', { user, reason: 'lost phone' }, how())
const changeTo = (user: string, address: string, kind: 'email' | 'phone' = 'email') =>
  perform(test.db.database, 'people.change-address', { user, kind, address, reason: 'lost mailbox' }, how())
const statesOf = async (user: string) =>
  (await readPage(test.db.database, 'people.show', { user })).changes.map(({ kind, state }) => `${kind} ${state}`)

/** Opens a link as a browser does. Returns where it redirects to; undefined if the page itself opens. */
const open = async (url: string) => (await test.app.inject({ method: 'GET', url })).headers.location

const subjectsTo = async (address: string) => (await test.messagesTo(address)).map(({ subject }) => subject)

async function linkTo(address: string, link: 'stop' | 'confirm'): Promise<string> {
  for (const { text } of await test.messagesTo(address)) {
    const [url] = new RegExp(`https?://\\S+/account-change/${link}/[\\w-]+`).exec(text) ?? []
    if (url) return new URL(url).pathname
  }
  throw new Error(`no link for ${address}`)
}
async function confirm(address: string) {
  const link = await linkTo(address, 'confirm')
  return (await post(link, `code=${await test.codeFor(address)}`)).headers.location
}

describe('reset of a lost second factor', () => {
  it('a lost second factor is removed after a day with passkeys and sessions, announced by mail and in the account', async () => {
    const { email, token, user, userId } = await guarded('lost@factor.example')
    const seen = await perform(
      test.db.database,
      'people.reset-second-factor',
      { user, reason: 'lost phone' },
      { ...how(), preview: true },
    )
    expect(seen).toMatchObject({ authenticator: true, recoveryCodes: 10, passkeys: 0, notified: 1 })
    expect(await statesOf(user)).toEqual([])
    await resetFactor(user)
    expect(await subjectsTo(email)).toContain('Your second factor is to be removed')
    const { data } = await test.call('/api/user/user_notices', {}, { token })
    expect(data.list[0]?.action.page).toMatch(/^\/account-change\/stop\//)
    await letPass(23.9, userId)
    await finish()
    expect((await signIn(email)).status).toBe('SecondFactorRequired')
    await letPass(0.2, userId)
    await finish()
    expect(await statesOf(user)).toEqual(['factor done'])
    expect((await test.call('/api/user/user_security', {}, { token })).status).toBe('Unauthorized')
    const opened = await signIn(email)
    expect(opened.status).toBe('OK')
    expect((await test.call('/api/user/user_security', {}, { token: opened.pragma })).data).toMatchObject({
      totp: false,
      recoveryCodesLeft: 0,
    })
    expect(await subjectsTo(email)).toContain('A change in how you sign in to Wayfare')
  })

  it('the owner can stop the removal once by a link, without signing in', async () => {
    const { email, token, user, userId } = await guarded('stops@factor.example')
    await resetFactor(user)
    const link = await linkTo(email, 'stop')
    expect((await test.app.inject({ method: 'GET', url: link })).statusCode).toBeLessThan(500)
    expect(await statesOf(user)).toEqual(['factor waiting'])
    expect(await open(link)).toBeUndefined()
    expect((await post(link)).headers.location).toBe('/en/account-change/stopped')
    expect((await post(link)).headers.location).toBe('/en/account-change/over')
    expect((await test.call('/api/user/user_notices', {}, { token })).data.list).toEqual([])
    await letPass(48, userId)
    await finish()
    expect(await statesOf(user)).toEqual(['factor stopped'])
    expect((await signIn(email)).status).toBe('SecondFactorRequired')
    await resetFactor(user)
    expect((await post(link)).headers.location).toBe('/en/account-change/over')
    expect(await statesOf(user)).toEqual(['factor waiting', 'factor stopped'])
    const [waits, stopped] = (await readPage(test.db.database, 'people.show', { user })).changes
    expect(waits?.ended).toBeNull()
    expect(stopped?.ended?.getTime()).toBeGreaterThan(stopped!.asked.getTime())
  })

  it('using the second factor stops its removal', async () => {
    const { email, secret, user, userId } = await guarded('found@factor.example')
    await resetFactor(user)
    await letPass(23, userId)
    const asked = await signIn(email)
    const challenge = (asked.data as { challenge?: string }).challenge!
    const opened = await test.call('/api/user/user_login_second_factor', { challenge, code: codeOf(secret) })
    expect(opened.status).toBe('OK')
    await letPass(1, userId)
    await finish()
    expect(await statesOf(user)).toEqual(['factor stopped'])
    expect((await signIn(email)).status).toBe('SecondFactorRequired')
  })

  it('the removal waits a week when neither email nor phone can be notified', async () => {
    const { user, userId } = await guarded('untold@factor.example')
    await test.db.asOwner(`delete from account_identifiers where user_id = $1`, [userId])
    const asked = await resetFactor(user)
    expect([asked.notified, Math.round((asked.due.getTime() - Date.now()) / 3_600_000)]).toEqual([0, 168])
  })

  it('a removal is refused without a factor, during another change, and within three days of the last one', async () => {
    const none = await person('none@factor.example')
    await expect(resetFactor(none.user)).rejects.toThrow('neither an authenticator app nor a passkey')
    const { user, userId } = await guarded('twice@factor.example')
    await resetFactor(user)
    await expect(changeTo(user, 'thief@factor.example')).rejects.toThrow('Another change of this account is pending')
    await letPass(25, userId)
    await finish()
    await expect(changeTo(user, 'thief@factor.example')).rejects.toThrow('This account was changed recently')
    await letPass(72, userId)
    await changeTo(user, 'owner@factor.example')
  })
})

describe('change of email address or phone number by support', () => {
  it('a new email address replaces the old one after a day, once its code was confirmed', async () => {
    const { email, token, user, userId } = await person('old@address.example')
    const asked = await changeTo(user, ' New@Address.example ')
    expect(asked).toMatchObject({ before: email, after: 'new@address.example', notified: 1 })
    expect(await subjectsTo(email)).toContain('Your email address is to be replaced')
    // The link is only in the mail, so that whoever requested the change cannot open it.
    expect(JSON.stringify(asked)).not.toContain('account-change')
    expect(await linkTo('new@address.example', 'confirm')).toMatch(/^\/en\/account-change\/confirm\//)
    await letPass(30, userId)
    await finish()
    expect(await emailOf(token)).toBe(email)
    expect(await confirm('new@address.example')).toBe('/en/account-change/confirmed')
    expect(await emailOf(token)).toBe('new@address.example')
    expect(await statesOf(user)).toEqual(['email done'])
    expect(await subjectsTo(email)).toContain('Your Wayfare account has a new address')
    expect((await post(await linkTo(email, 'stop'))).headers.location).toBe('/en/account-change/over')
  })

  it('a link that confirms nothing any more says so before a code is typed', async () => {
    expect(await open('/account-change/confirm/dead')).toBe('/account-change/over')
    expect(await open('/zh-CN/account-change/confirm/dead/wrong?x=1')).toBe('/zh-CN/account-change/over')
    const { email, user } = await person('opens@address.example')
    await changeTo(user, 'opened@address.example')
    const link = await linkTo('opened@address.example', 'confirm')
    expect([await open(link), await open(`${link}/wrong`)]).toEqual([undefined, undefined])
    // A link is good for its own purpose only.
    const stop = await linkTo(email, 'stop')
    expect(await open(stop.replace('/stop/', '/confirm/'))).toBe('/en/account-change/over')
    expect(await confirm('opened@address.example')).toBe('/en/account-change/confirmed')
    expect(await open(link)).toBe('/en/account-change/confirmed')
    await post(stop)
    expect(await open(link)).toBe('/en/account-change/over')

    const other = await person('guesses@address.example')
    await changeTo(other.user, 'guessed@address.example')
    const guessed = await linkTo('guessed@address.example', 'confirm')
    const code = await test.codeFor('guessed@address.example')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let count = 0; count < 4; count += 1) await post(guessed, `code=${wrong}`)
    expect(await open(guessed)).toBeUndefined()
    await post(guessed, `code=${wrong}`)
    expect(await open(guessed)).toBe('/en/account-change/over')
  })

  it('a confirmed new email address waits for the day, and the old address can still stop it', async () => {
    const { email, token, user, userId } = await person('stops@address.example')
    await changeTo(user, 'thief@address.example')
    expect(await confirm('thief@address.example')).toBe('/en/account-change/confirmed')
    await finish()
    expect(await emailOf(token)).toBe(email)
    expect((await post(await linkTo(email, 'stop'))).headers.location).toBe('/en/account-change/stopped')
    await letPass(48, userId)
    await finish()
    expect(await emailOf(token)).toBe(email)
    expect(await confirm('thief@address.example')).toBe('/en/account-change/over')
  })

  it('an email address can be changed to a phone number, and the old phone number gets a stop link by SMS', async () => {
    const { user, userId, token } = await person('phones@address.example')
    await changeTo(user, '+8613800138055', 'phone')
    await confirm('+8613800138055')
    await letPass(25, userId)
    await finish()
    await letPass(73, userId)
    await changeTo(user, '+8613800138056', 'phone')
    expect((await post(await linkTo('+8613800138055', 'stop'))).headers.location).toMatch(/stopped$/)
    expect((await test.call('/api/system/system_user_info', {}, { token })).data.phone).toBe('+8613800138055')
  })

  it('a new email address has five attempts at its code, a stop link cannot confirm, and the change lapses in ten days', async () => {
    const { email, user, userId } = await person('tries@address.example')
    await changeTo(user, 'tries.new@address.example')
    const link = await linkTo('tries.new@address.example', 'confirm')
    const stop = await linkTo(email, 'stop')
    const code = await test.codeFor('tries.new@address.example')
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await post(link.replace(/[^/]+$/, stop.split('/').at(-1)!), `code=${code}`)).headers.location).toMatch(
      /over$/,
    )
    for (let tries = 1; tries < 5; tries++)
      expect((await post(link, `code=${wrong}`)).headers.location).toBe(`${link}/wrong`)
    expect((await post(link, `code=${wrong}`)).headers.location).toMatch(/over$/)
    expect((await post(`${link}/wrong`, `code=${code}`)).headers.location).toMatch(/over$/)
    await letPass(241, userId)
    await finish()
    expect(await statesOf(user)).toEqual(['email lapsed'])
  })

  it('a change fails when another account took the email address, and the old address is kept', async () => {
    const { email, token, user, userId } = await person('taken@address.example')
    await changeTo(user, 'wanted@address.example')
    await confirm('wanted@address.example')
    await test.registerByEmail('wanted@address.example')
    await letPass(25, userId)
    await finish()
    expect(await statesOf(user)).toEqual(['email failed'])
    expect(await emailOf(token)).toBe(email)
  })

  it('a change fails when the owner changed the email address, or the account is blocked or erased', async () => {
    const own = await person('own@address.example')
    await changeTo(own.user, 'support@address.example')
    await confirm('support@address.example')
    await test.db.asOwner(
      `update account_identifiers set value = 'mine@address.example', lookup_key = 'mine@address.example' where user_id = $1`,
      [own.userId],
    )
    await letPass(25, own.userId)
    const blocked = await person('blocked@address.example')
    await changeTo(blocked.user, 'blocked.new@address.example')
    await confirm('blocked.new@address.example')
    await perform(test.db.database, 'people.block', { user: blocked.user, toldReason: 'x', reason: 'x' })
    await letPass(25, blocked.userId)
    const erased = await person('erased@address.example')
    await changeTo(erased.user, 'erased.new@address.example')
    await confirm('erased.new@address.example')
    const stop = await linkTo(erased.email, 'stop')
    await test.db.database.transaction((tx) => scheduleDeletion(tx, erased.userId))
    await test.db.asOwner(`update account_deletions set erase_at = now() where user_id = $1`, [erased.userId])
    await eraseDueAccounts(test.db.database)
    await letPass(25, erased.userId)
    await finish()
    expect([await statesOf(own.user), await statesOf(blocked.user), await statesOf(erased.user)]).toEqual([
      ['email stopped'],
      ['email failed'],
      [],
    ])
    expect(await emailOf(own.token)).toBe('mine@address.example')
    expect((await post(stop)).headers.location).toMatch(/over$/)
    const left = await test.db.asOwner(`select 1 from account_identifiers where user_id = $1`, [erased.userId])
    expect(left).toEqual([])
  })

  it('a deletion request by the owner stops the change of email address', async () => {
    const { email, token, user, userId } = await person('leaves@address.example')
    await changeTo(user, 'thief.of.leaves@address.example')
    await confirm('thief.of.leaves@address.example')
    expect((await test.call('/api/user/user_delete_account', { password }, { token })).status).toBe('OK')
    await letPass(25, userId)
    await finish()
    expect(await statesOf(user)).toEqual(['email stopped'])
    expect((await signIn('thief.of.leaves@address.example')).status).toBe('WrongCredentials')
    expect((await signIn(email)).status).toBe('OK')
  })

  it('one change that fails does not stop the others, and the job fails', async () => {
    const broken = await person('broken@address.example')
    await changeTo(broken.user, 'broken.new@address.example')
    await confirm('broken.new@address.example')
    await letPass(48, broken.userId)
    const { user, userId } = await person('behind@address.example')
    await changeTo(user, 'behind.new@address.example')
    await confirm('behind.new@address.example')
    await letPass(25, userId)
    await test.db.asOwner(`
      create function refuse_one() returns trigger language plpgsql as $$ begin
        if new.user_id = '${broken.userId}' then raise exception 'this row cannot be written'; end if;
        return new;
      end $$`)
    await test.db.asOwner(
      `create trigger refuse_one before update on account_changes for each row execute function refuse_one()`,
    )
    try {
      await expect(finish()).rejects.toThrow('1 changes of accounts could not be made')
    } finally {
      await test.db.asOwner('drop trigger refuse_one on account_changes')
      await test.db.asOwner('drop function refuse_one()')
    }
    expect(await statesOf(user)).toEqual(['email done'])
    await finish()
    expect(await statesOf(broken.user)).toEqual(['email done'])
  })

  it.each([
    [{ address: 'not an address' }, '--address must be an email address'],
    [{ kind: 'phone', address: '13800138000' }, 'with its country code'],
    [{ address: 'asks@address.example' }, 'has this address already'],
    [{ address: 'other@address.example' }, 'belongs to user'],
  ] as const)('a change of email address or phone number by support is refused with: %j', async (given, sentence) => {
    const { user } = (known ??= await twoPeople())
    const input: ActionInput<'people.change-address'> = { user, kind: 'email', reason: 'x', ...given }
    await expect(perform(test.db.database, 'people.change-address', input, how())).rejects.toThrow(sentence)
  })
  let known: Awaited<ReturnType<typeof twoPeople>> | undefined
  async function twoPeople() {
    await person('other@address.example')
    return person('asks@address.example')
  }

  it('a new email address is masked for viewers and absent from the audit log', async () => {
    const { user } = await person('secret@address.example')
    await changeTo(user, 'secret.new@address.example')
    const page = await readPage(test.db.database, 'people.show', { user }, 'viewer')
    expect(JSON.stringify(page)).not.toContain('secret.new@')
    const log = await test.db.asOwner(`select details from audit_log where action = 'people.change-address'`)
    expect(JSON.stringify(log)).not.toContain('@address.example')
  })
})

describe('concurrent changes', () => {
  /** Locks the account, starts the calls one by one so that each waits for the lock, then releases it. */
  async function together<T>(userId: string, calls: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
    const gate = new pg.Client(test.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('select 1 from users where id = $1 for update', [userId])
    const going: Promise<T>[] = []
    try {
      for (const call of calls) {
        going.push(call())
        await waitForWaiters(test, going.length)
      }
    } finally {
      await gate.query('commit')
      await gate.end()
    }
    return Promise.allSettled(going)
  }

  it('two operators requesting a change at once create one, and the other is refused', async () => {
    const { user, userId } = await person('races@two.example')
    const asked = await together<unknown>(userId, [
      () => changeTo(user, 'first@two.example'),
      () => changeTo(user, 'second@two.example'),
    ])
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await statesOf(user)).toEqual(['email waiting'])
  })

  it.each([
    ['the stop comes first', true],
    ['the change comes first', false],
  ])(
    'a stop by the owner and the change itself at the end of the waiting period: %s, and the other has no effect',
    async (_title, stopsFirst) => {
      const email = `race.${stopsFirst}@stop.example`
      const { token, user, userId } = await person(email)
      const next = `next.${email}`
      await changeTo(user, next)
      await confirm(next)
      const link = await linkTo(email, 'stop')
      await letPass(25, userId)
      const stop = async () => String((await post(link)).headers.location)
      const calls: (() => Promise<unknown>)[] = stopsFirst ? [stop, finish] : [finish, stop]
      const ended = await together(userId, calls)
      const location = ended.map((each) => (each.status === 'fulfilled' ? each.value : each.reason)).find(Boolean)
      expect(location).toMatch(stopsFirst ? /stopped$/ : /over$/)
      expect(await statesOf(user)).toEqual([stopsFirst ? 'email stopped' : 'email done'])
      expect(await emailOf(token)).toBe(stopsFirst ? email : next)
    },
  )
})

describe('operator stops a change', () => {
  it('an operator can stop a waiting change once', async () => {
    const { user } = await guarded('asked@operator.example')
    const { change } = await resetFactor(user)
    const stop = () => perform(test.db.database, 'people.stop-change', { change, reason: 'a mistake' })
    expect(await stop()).toMatchObject({ kind: 'factor' })
    await expect(stop()).rejects.toThrow('This change is no longer pending')
  })
})
