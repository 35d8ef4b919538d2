import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, type IdentityTest } from '#tests/support/identity.ts'
import { perform as performed } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { giveAddress } from '#tests/support/told.ts'

let test: IdentityTest
let count = 0
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

const perform: typeof performed = (database, name, input, how) =>
  performed(database, name, input, { config: test.config, ...how })

async function member(email?: string, language = 'en') {
  const { token, uid } = await registerThroughApi(test, `desk-${process.pid}-${count++}`)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  if (email !== undefined) await giveAddress(test.db.asOwner, row!.id, email, language)
  return { token, uid, user: String(uid), userId: row!.id }
}
const write = async (token: string, text: string) =>
  (
    await test.call(
      '/api/user/support_write',
      { idempotencyKey: crypto.randomUUID(), text },
      { token, address: `10.8.${count % 250}.${count % 200}` },
    )
  ).data.id
const read = async (token: string) => (await test.call('/api/user/support_thread', {}, { token })).data
const audited = (uid: number) =>
  test.db.asOwner<{ action: string; details: unknown; operator: string }>(
    `select action, details, operator from audit_log where subject = $1 order by at, id`,
    [`user ${uid}`],
  )
const queue = async () => (await perform(test.db.database, 'messages.list', {})).items.map(({ uid }) => uid)

describe('message queue', () => {
  it('unanswered threads are listed by longest wait, also when pages change meanwhile', async () => {
    const people = [await member(), await member(), await member()]
    for (const { token } of people) await write(token, 'First question')
    await write(people[0]!.token, 'And another thing')
    const [a, b, c] = people.map(({ uid }) => uid)
    expect((await queue()).filter((uid) => [a, b, c].includes(uid))).toEqual([a, b, c])
    const { items } = await perform(test.db.database, 'messages.list', {})
    expect(items.find(({ uid }) => uid === a)).toMatchObject({ text: 'First question', takenBy: null })
    await perform(test.db.database, 'messages.answer', { user: people[1]!.user, text: 'Done.' })
    expect((await queue()).filter((uid) => [a, b, c].includes(uid))).toEqual([a, c])
    const answered = await perform(test.db.database, 'messages.list', { state: 'answered' })
    expect(answered.items.map(({ uid, text }) => [uid, text])).toContainEqual([b, 'Done.'])
    await perform(test.db.database, 'messages.close', { user: people[0]!.user })
    const closed = await perform(test.db.database, 'messages.list', { state: 'closed' })
    expect(closed.items.map(({ uid }) => uid)).toContain(a)
  })

  it('paging continues after the last row of a page even if that row was closed meanwhile', async () => {
    const people = []
    for (let n = 0; n < 3; n++) people.push(await member())
    for (const { token } of people) await write(token, 'Hello')
    // A page has fifty rows, so sixty older threads push these to the second page.
    await test.db.asOwner(
      `with more as (
         insert into users (id, uid, password_hash, invite_code, language)
         select gen_random_uuid(), 900000000 + n, 'x', 'QUEUE' || n, 'en' from generate_series(1, 60) n returning id)
       insert into support_threads (id, user_id, waits_since, waits_for) select gen_random_uuid(), id, now(), uuidv7() from more`,
    )
    const first = await perform(test.db.database, 'messages.list', {})
    expect(first.items).toHaveLength(50)
    await perform(test.db.database, 'messages.close', { user: String(first.items.at(-1)!.uid) })
    const rest = await perform(test.db.database, 'messages.list', { after: String(first.next) })
    const uids = [...first.items, ...rest.items].map(({ uid }) => uid)
    expect(new Set(uids).size).toBe(uids.length)
    for (const { uid } of people) expect(uids).toContain(uid)
    await test.db.asOwner(`delete from support_threads where user_id in (select id from users where uid > 900000000)`)
  })
})

describe('support answer', () => {
  it("an answer is shown in the account and mailed in the user's language, exactly as previewed", async () => {
    const { token, uid, user, userId } = await member('lin@mail.example', 'zh-CN')
    const asked = await write(token, '连不上东京')
    const input = { user, text: '东京线路已恢复。\n请再试一次 <b>& 告诉我们</b>。', last: asked }
    const preview = await perform(test.db.database, 'messages.answer', input, { preview: true })
    expect(preview.mail).toMatchObject({ to: 'lin@mail.example', subject: '客服回复你了' })
    expect((await read(token)).list).toHaveLength(1)
    expect(await test.messagesTo('lin@mail.example')).toEqual([])
    const sent = await perform(test.db.database, 'messages.answer', input)
    expect(sent.mail).toEqual(preview.mail)
    const thread = await read(token)
    expect(thread).toMatchObject({ unread: 1, isOpen: true })
    expect(thread.list[0]).toMatchObject({ from: 'operator', text: input.text })
    const [mail, ...more] = await test.messagesTo('lin@mail.example')
    expect(more).toEqual([])
    expect(mail!.subject).toBe(preview.mail!.subject)
    expect(mail!.text.replaceAll('\r\n', '\n').trim()).toBe(preview.mail!.text.trim())
    // The text of the mail is stored in clear nowhere else, not even in the audit log.
    const rows = await audited(uid)
    expect(rows.map(({ action }) => action)).toEqual(['messages.answer'])
    expect(JSON.stringify(rows)).not.toContain('东京')
    const facts = await test.db.asOwner('select facts from outbox_messages where user_id = $1', [userId])
    expect(JSON.stringify(facts)).not.toContain('东京')
    await test.call('/api/user/support_seen', { id: thread.list[0]!.id }, { token })
    expect(await read(token)).toMatchObject({ unread: 0 })
  })

  it('an answer to an account without an email address is announced in the account until it is read', async () => {
    const { token, user } = await member()
    await write(token, 'Hello?')
    const { mail } = await perform(test.db.database, 'messages.answer', { user, text: 'Yes.' })
    expect(mail).toBeNull()
    await test.work()
    const notices = async () => (await test.call('/api/user/user_notices', {}, { token })).data.list
    expect(await notices()).toMatchObject([{ heading: 'Support has answered you.', action: { page: '/user/help' } }])
    expect(JSON.stringify(await notices())).not.toContain('Yes.')
    const { list } = await read(token)
    await test.call('/api/user/support_seen', { id: list[0]!.id }, { token })
    expect(await notices()).toEqual([])
    const { data } = await test.call('/api/user/user_all_notices', {}, { token })
    expect(data.list).toMatchObject([{ heading: 'Support has answered you.', isRead: true }])
  })

  it('an answer is refused if the customer has written since the operator read the thread', async () => {
    const { token, user } = await member()
    const last = await write(token, 'My order is lost')
    await write(token, 'I found it, thanks')
    await expect(perform(test.db.database, 'messages.answer', { user, text: 'Which?', last })).rejects.toThrow(
      'has written a new message',
    )
    expect((await read(token)).list).toHaveLength(2)
  })

  it('an answer opens a thread where none is open, and can close it at once', async () => {
    const { token, user } = await member()
    const sent = await perform(test.db.database, 'messages.answer', {
      user,
      text: 'We found your payment.',
      close: true,
    })
    expect(sent.closes).toBe(true)
    expect(await read(token)).toMatchObject({ isOpen: false, unread: 1 })
    await expect(perform(test.db.database, 'messages.close', { user })).rejects.toThrow('has no open message')
  })

  it('an empty or too long answer is refused', async () => {
    const { token, user } = await member()
    await write(token, 'x')
    for (const text of [' ', 'x'.repeat(4_001)])
      await expect(perform(test.db.database, 'messages.answer', { user, text })).rejects.toThrow('1 to 4000')
  })

  it('an answer to an erased account is refused', async () => {
    const { token, user, userId } = await member()
    await write(token, 'bye')
    await test.db.asOwner(
      `insert into account_deletions (user_id, erase_at) values ($1, now() - interval '1 minute')`,
      [userId],
    )
    await eraseDueAccounts(test.db.database)
    await expect(perform(test.db.database, 'messages.answer', { user, text: 'Wait' })).rejects.toThrow(
      'has deleted their account',
    )
  })
})

describe('closed thread', () => {
  it('a reopened thread keeps its messages and waits again from the first unanswered one', async () => {
    const { token, user, uid, userId } = await member()
    await write(token, 'One')
    await perform(test.db.database, 'messages.answer', { user, text: 'Two' })
    const unanswered = await write(token, 'Three')
    await write(token, 'Four')
    await perform(test.db.database, 'messages.close', { user })
    expect(await queue()).not.toContain(uid)
    expect(await perform(test.db.database, 'messages.reopen', { user })).toMatchObject({ uid, unanswered: true })
    expect(await queue()).toContain(uid)
    expect(await test.db.asOwner('select waits_for from support_threads where user_id = $1', [userId])).toEqual([
      { waits_for: unanswered },
    ])
    expect(await read(token)).toMatchObject({ isOpen: true })
    await perform(test.db.database, 'messages.answer', { user, text: 'Five', close: true })
    expect(await perform(test.db.database, 'messages.reopen', { user })).toMatchObject({ unanswered: false })
    expect(await queue()).not.toContain(uid)
  })

  it('a closed thread cannot be reopened once the customer started another, even concurrently', async () => {
    const { token, user, userId } = await member()
    await write(token, 'One')
    await perform(test.db.database, 'messages.close', { user })
    await Promise.allSettled([
      write(token, 'Two'),
      perform(test.db.database, 'messages.reopen', { user }),
      perform(test.db.database, 'messages.reopen', { user }),
    ])
    const open = () =>
      test.db.asOwner('select 1 from support_threads where user_id = $1 and closed_at is null', [userId])
    expect(await open()).toHaveLength(1)
    expect((await read(token)).list).toHaveLength(2)
    await expect(perform(test.db.database, 'messages.reopen', { user })).rejects.toThrow(
      'has no closed message, or has an open one',
    )
    expect(await open()).toHaveLength(1)
  })
})

describe('taken thread', () => {
  it('a taken thread cannot be answered, closed or taken by another operator for thirty minutes', async () => {
    const { token, user, userId } = await member()
    await write(token, 'Hello?')
    await perform(test.db.database, 'messages.take', { user }, { operator: ada })
    const shown = await perform(test.db.database, 'messages.show', { user })
    expect(shown).toMatchObject({ state: 'waiting', takenBy: ada.name })
    const act = { operator: ben }
    await expect(perform(test.db.database, 'messages.take', { user }, act)).rejects.toThrow(
      `${ada.name} is working on this until`,
    )
    await expect(perform(test.db.database, 'messages.close', { user }, act)).rejects.toThrow(
      `${ada.name} is working on this until`,
    )
    await expect(perform(test.db.database, 'messages.answer', { user, text: 'Hi' }, act)).rejects.toThrow(
      `${ada.name} is working on this until`,
    )
    await test.db.asOwner(`update support_threads set taken_until = now() where user_id = $1`, [userId])
    await perform(test.db.database, 'messages.answer', { user, text: 'Hi' }, act)
    await write(token, 'Thanks, and another')
    await perform(test.db.database, 'messages.take', { user }, { operator: ada })
  })

  it('two operators who take a thread at the same time: only one succeeds', async () => {
    const { token, user } = await member()
    await write(token, 'Hello?')
    const tries = await Promise.allSettled(
      [ada, ben].map((operator) => perform(test.db.database, 'messages.take', { user }, { operator })),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

it('messages are shown in chronological order with the answering operator', async () => {
  const { token, user } = await member('maya@mail.example')
  await write(token, 'One')
  await perform(test.db.database, 'messages.answer', { user, text: 'Two' }, { operator: ben })
  await write(token, 'Three')
  const shown = await perform(test.db.database, 'messages.show', { user })
  expect(shown.entries.map(({ from, text }) => [from, text])).toEqual([
    ['customer', 'One'],
    [ben.name, 'Two'],
    ['customer', 'Three'],
  ])
  expect(shown).toMatchObject({ state: 'waiting', address: 'maya@mail.example', more: false })
})
