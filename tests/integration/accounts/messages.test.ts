import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetOldEvents, forgetOldNotices } from '#server/modules/outbox/outbox.queries.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { stopAddress } from '#server/workflows/accounts/messages/stop-address.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { registerThroughApi } from '../../support/app.ts'
import { openIdentity, type IdentityTest } from '../../support/identity.ts'
import { giveAddress, listTold } from '../../support/sent-messages.ts'

let test: IdentityTest
let count = 0
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
beforeAll(async () => {
  test = await openIdentity({ log })
})
afterAll(() => test.close())

async function member(on: IdentityTest = test) {
  const { token, uid } = await registerThroughApi(on, `told-${process.pid}-${count++}`)
  const [row] = await on.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  return { token, userId: row!.id, address: `told${count}@example.com` }
}
type Of<T extends PersonMessage['template']> = Extract<PersonMessage, { template: T }>
const failed = (userId: string, event: string): Of<'refund-failed'> => ({
  userId,
  event,
  template: 'refund-failed',
  facts: { orderId: crypto.randomUUID(), amountMinor: 4_242, currency: 'USD', at: new Date().toISOString() },
})
const joined = (userId: string, event: string): Of<'group-joined'> => ({
  userId,
  event,
  template: 'group-joined',
  facts: {
    groupId: 'ABCDEFGHJKM',
    personId: userId,
    taken: 2,
    size: 3,
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    isPaid: false,
  },
})
const tell = (on: IdentityTest, ...messages: PersonMessage[]) =>
  on.db.database.transaction((tx) => notifyPeople(tx, messages))
const notices = async (token: string, language = 'en') =>
  (await test.call('/api/user/user_notices', {}, { token, headers: { language } })).data.list
const allNotices = async (token: string, before?: string) =>
  (await test.call('/api/user/user_all_notices', before === undefined ? {} : { before }, { token })).data
const statuses = async (userId: string) => (await listTold(test.db.asOwner, userId)).map(({ status }) => status)

describe('account without an email address', () => {
  it("messages appear in the account in the screen's language, and a dismissed one stays in the list of all", async () => {
    const { token, userId } = await member()
    await tell(test, failed(userId, 'a'))
    await test.work()
    const [notice, ...more] = await notices(token)
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      heading: 'We’re handling your refund by hand.',
      isRead: false,
      isSignIn: false,
      action: { page: '/user/orders' },
    })
    expect(notice!.text).toContain('$42.42')
    expect((await notices(token, 'zh_CN'))[0]!.heading).toBe('退款要人工处理。')
    for (const id of [notice!.id, notice!.id])
      expect((await test.call('/api/user/user_put_notice_away', { id }, { token })).status).toBe('OK')
    expect(await notices(token)).toEqual([])
    expect(await listTold(test.db.asOwner, userId)).toMatchObject([{ facts: {}, status: 'seen' }])
    expect(await allNotices(token)).toEqual({ list: [{ ...notice, isRead: true }], more: false })
    await tell(test, failed(userId, 'a'))
    await test.work()
    expect(await notices(token)).toEqual([])
  })

  it('the list of all notices has the newest first, in pages, with the time of each', async () => {
    const { token, userId } = await member()
    const events = Array.from({ length: 25 }, (_, index) => `event ${index}`)
    await tell(test, ...events.map((event) => failed(userId, event)))
    await test.work()
    await test.db.asOwner(
      `update outbox_messages set created_at = now() - make_interval(hours => substring(event from 7)::int) where user_id = $1`,
      [userId],
    )
    const first = await allNotices(token)
    expect([first.list.length, first.more]).toEqual([20, true])
    const rest = await allNotices(token, first.list.at(-1)!.id)
    expect([rest.list.length, rest.more]).toEqual([5, false])
    const all = [...first.list, ...rest.list]
    expect(new Set(all.map(({ id }) => id)).size).toBe(25)
    const hours = all.map(({ at }) => Math.round((Date.now() - at) / 3_600_000))
    expect(hours).toEqual(events.map((_, index) => index))
    const { data } = await test.call('/api/user/user_notices', {}, { token })
    expect([data.list.length, data.unread]).toEqual([5, 25])
    expect((await test.call('/api/user/user_all_notices', { before: 'no id' }, { token })).status).toBe('InvalidInput')
  })

  it('reading several notices marks exactly these as read', async () => {
    const [mine, theirs] = [await member(), await member()]
    await tell(test, failed(mine.userId, 'a'), failed(mine.userId, 'b'), failed(theirs.userId, 'a'))
    await test.work()
    const [one, other] = (await allNotices(mine.token)).list
    const [foreign] = (await allNotices(theirs.token)).list
    const read = (ids: string[]) => test.call('/api/user/user_read_notices', { ids }, { token: mine.token })
    expect((await read([one!.id, foreign!.id])).status).toBe('OK')
    expect((await read(['no id'])).status).toBe('InvalidInput')
    expect((await allNotices(mine.token)).list).toEqual([{ ...one, isRead: true }, other])
    expect((await notices(mine.token)).map(({ id }) => id)).toEqual([other!.id])
    expect(await notices(theirs.token)).toHaveLength(1)
  })

  it('reminders are left out of the list while they are off', async () => {
    const { token, userId } = await member()
    await tell(test, joined(userId, 'a'), failed(userId, 'b'))
    await test.work()
    expect((await allNotices(token)).list).toHaveLength(2)
    await test.call('/api/user/user_reminders', { wanted: false }, { token })
    expect((await allNotices(token)).list).toHaveLength(1)
    expect((await test.call('/api/user/user_notices', {}, { token })).data).toMatchObject({ list: [{}], unread: 1 })
  })

  it("message times use the browser's time zone or a named zone", async () => {
    const { token, userId } = await member()
    const told = joined(userId, 'a')
    await tell(test, { ...told, facts: { ...told.facts, endsAt: '2099-01-01T20:30:00Z' } })
    await test.work()
    const read = async (input: { timeZone?: string }) =>
      (await test.call('/api/user/user_notices', input, { token })).data.list[0]!.text
    expect(await read({ timeZone: 'America/Los_Angeles' })).toContain('12:30 on 1\u00a0Jan')
    expect(await read({ timeZone: 'Asia/Shanghai' })).toContain('04:30 on 2\u00a0Jan')
    for (const input of [{}, { timeZone: 'Nowhere/At_All' }])
      expect(await read(input)).toContain('20:30\u00a0UTC on 1\u00a0Jan')
  })

  it("another user's message cannot be dismissed", async () => {
    const [mine, theirs] = [await member(), await member()]
    await tell(test, failed(theirs.userId, 'a'))
    await test.work()
    const [notice] = await notices(theirs.token)
    for (const id of [notice!.id, crypto.randomUUID(), 'no id'])
      expect((await test.call('/api/user/user_put_notice_away', { id }, { token: mine.token })).status).toBe('NotFound')
    expect(await notices(theirs.token)).toHaveLength(1)
    expect(await notices(mine.token)).toEqual([])
  })
})

describe('account with an email address', () => {
  it('mail is sent in the language used last', async () => {
    const { token, userId, address } = await member()
    await giveAddress(test.db.asOwner, userId, address)
    await test.call('/api/system/system_user_info', {}, { token, headers: { language: 'zh_CN' } })
    await tell(test, failed(userId, 'a'))
    expect((await test.messagesTo(address)).map(({ subject }) => subject)).toEqual(['退款要人工处理'])
  })

  it('a message that the mail server refuses appears in the account', async () => {
    const refusing = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such box'), { responseCode: 550 })),
    })
    const port = await new Promise<number>((resolve) => {
      refusing.listen(0, 'localhost', () => resolve((refusing.server.address() as { port: number }).port))
    })
    const refused = await openIdentity({
      env: { SMTP_URL: `smtp://localhost:${port}`, MAIL_FROM: 'Wayfare <hello@wayfare.example>' },
      log,
    })
    const { token, userId } = await member(refused)
    await giveAddress(refused.db.asOwner, userId, 'gone@example.com')
    await tell(refused, failed(userId, 'a'))
    await refused.work()
    const { list } = (await refused.call('/api/user/user_notices', {}, { token })).data
    expect(list).toHaveLength(1)
    expect(lines.join('')).not.toMatch(/gone@example|42\.42|refund by hand/)
    await refused.close()
    await new Promise<void>((resolve) => refusing.close(() => resolve()))
  })
})

describe('reminder mails', () => {
  const stopLink = (userId: string, language: 'en' | 'zh-CN' = 'en') =>
    new URL(stopAddress(createKeyring(test.config.secretKey), 'https://vpn.example', userId, language)).pathname
  const post = (url: string, accept?: string) =>
    test.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(accept && { accept }) },
      payload: 'List-Unsubscribe=One-Click',
    })

  it('reminders carry a one-click unsubscribe link that works without signing in', async () => {
    const { token, userId, address } = await member()
    await giveAddress(test.db.asOwner, userId, address)
    await tell(test, joined(userId, 'a'))
    const [mail] = await test.messagesTo(address)
    const link = /https?:\S+\/en\/mails\/stop\/\S+/.exec(mail!.text)![0]
    expect(mail!.headers).toMatchObject({
      'list-unsubscribe': `<${link}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    expect(link).not.toContain(userId)
    const { statusCode, body } = await post(new URL(link).pathname)
    expect([statusCode, body]).toEqual([200, 'stopped'])
    expect((await test.call('/api/user/user_reminders', {}, { token })).data).toEqual({ wanted: false })
    await tell(test, joined(userId, 'b'), failed(userId, 'c'))
    expect((await test.messagesTo(address)).map(({ subject }) => subject)).toContain(
      'We’re handling your refund by hand',
    )
    expect(await statuses(userId)).toEqual(['sent', 'stopped', 'sent'])
  })

  it('opening the unsubscribe link with GET changes nothing', async () => {
    const { token, userId } = await member()
    await test.app.inject({ method: 'GET', url: stopLink(userId) })
    expect((await test.call('/api/user/user_reminders', {}, { token })).data).toEqual({ wanted: true })
  })

  it('the unsubscribe button works without a script and leads to a confirmation page', async () => {
    const { userId } = await member()
    const { statusCode, headers } = await post(stopLink(userId, 'zh-CN'), 'text/html,application/xhtml+xml')
    expect([statusCode, headers.location]).toEqual([303, '/zh-CN/mails/stopped'])
  })

  it('a forged or changed unsubscribe link is refused', async () => {
    const { token, userId } = await member()
    const link = stopLink(userId)
    const forged = Buffer.from(userId).toString('base64url')
    const sealed = createKeyring(test.config.secretKey).seal('outbox', userId).toString('base64url')
    const last = link.at(-2) === 'A' ? 'B' : 'A'
    const changed = `${link.slice(0, -2)}${last}${link.at(-1)}`
    for (const url of [changed, `/en/mails/stop/${forged}`, `/en/mails/stop/${sealed}`, '/mails/stop/x'])
      expect((await post(url)).statusCode).toBe(404)
    expect((await post(changed, 'text/html')).headers.location).toBe('/en/mails/not-stopped')
    expect((await test.call('/api/user/user_reminders', {}, { token })).data).toEqual({ wanted: true })
  })

  it('reminders can be switched off and on in the account, and waiting ones are not sent when off', async () => {
    const { token, userId, address } = await member()
    await giveAddress(test.db.asOwner, userId, address)
    await tell(test, joined(userId, 'a'))
    expect((await test.call('/api/user/user_reminders', { wanted: false }, { token })).data).toEqual({ wanted: false })
    expect(await test.messagesTo(address)).toEqual([])
    expect((await test.call('/api/user/user_reminders', { wanted: true }, { token })).data).toEqual({ wanted: true })
    await tell(test, joined(userId, 'b'))
    expect(await test.messagesTo(address)).toHaveLength(1)
  })

  it('reminders that come too late are dropped', async () => {
    const { userId } = await member()
    const late = joined(userId, 'a')
    await tell(test, { ...late, facts: { ...late.facts, endsAt: new Date(Date.now() - 1_000).toISOString() } })
    await test.work()
    expect(await statuses(userId)).toEqual(['expired'])
  })
})

describe('stored messages', () => {
  it('messages are deleted with the account, and an erased account gets no more', async () => {
    const { userId } = await member()
    await tell(test, failed(userId, 'a'))
    await test.work()
    await test.db.asOwner(`insert into account_deletions (user_id, erase_at) values ($1, now() - interval '1 hour')`, [
      userId,
    ])
    await eraseDueAccounts(test.db.database)
    expect(await listTold(test.db.asOwner, userId)).toEqual([])
    await tell(test, failed(userId, 'b'))
    await test.work()
    expect(await listTold(test.db.asOwner, userId)).toMatchObject([{ status: 'nothing', facts: null }])
  })

  it('message texts are deleted after 90 days, and the record after 400', async () => {
    const { token, userId, address } = await member()
    await tell(test, failed(userId, 'dismissed'), failed(userId, 'shown'))
    await test.work()
    const [notice] = await notices(token)
    await test.call('/api/user/user_put_notice_away', { id: notice!.id }, { token })
    await giveAddress(test.db.asOwner, userId, address)
    await tell(test, failed(userId, 'mailed'))
    await test.work()
    const facts = async () =>
      (await listTold(test.db.asOwner, userId))
        .map((told): [string, boolean] => [told.event, told.facts !== null])
        .toSorted(([one], [other]) => one.localeCompare(other))
    const kept = await facts()
    expect(kept).toEqual([
      ['dismissed', true],
      ['mailed', false],
      ['shown', true],
    ])
    const age = (days: number) =>
      test.db.asOwner(
        `update outbox_messages set created_at = now() - make_interval(days => $2), finished_at = now() - make_interval(days => $2)
         where user_id = $1`,
        [userId, days],
      )
    await age(89)
    await forgetOldNotices(test.db.database, 100)
    expect(await facts()).toEqual(kept)
    expect((await allNotices(token)).list.map(({ isRead }) => isRead).toSorted()).toEqual([false, true])
    await age(91)
    await forgetOldNotices(test.db.database, 100)
    await forgetOldEvents(test.db.database, 100)
    expect((await facts()).map(([, has]) => has)).toEqual([false, false, false])
    expect((await allNotices(token)).list).toEqual([])
    await age(401)
    await forgetOldEvents(test.db.database, 100)
    expect(await facts()).toEqual([])
  })
})
