import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, type IdentityTest } from '#tests/support/identity.ts'
import { makeHeldOrders } from '#tests/support/held-orders.ts'
import { perform as performed } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { giveAddress } from '#tests/support/sent-messages.ts'

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
    const answered = await perform(test.db.database, 'messages.list', { state: 'pending' })
    expect(answered.items.map(({ uid, text }) => [uid, text])).toContainEqual([b, 'Done.'])
    await perform(test.db.database, 'messages.close', { user: people[0]!.user })
    const closed = await perform(test.db.database, 'messages.list', { state: 'solved' })
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

  it('a second operator who answers without having read the first answer is refused, and nothing is lost', async () => {
    const { token, user } = await member()
    const last = await write(token, 'Is Tokyo down?')
    const tries = await Promise.allSettled(
      [ada, ben].map((operator) =>
        perform(
          test.db.database,
          'messages.answer',
          { user, text: `It is, says ${operator.name}.`, last, close: true },
          { operator },
        ),
      ),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const first = tries[0]!.status === 'fulfilled' ? ada : ben
    expect(JSON.stringify(tries.map((each) => (each.status === 'rejected' ? String(each.reason) : '')))).toContain(
      `${first.name} has answered user`,
    )
    const { entries } = await perform(test.db.database, 'messages.show', { user })
    expect(entries.map(({ from }) => from)).toEqual(['customer', first.name])
    const second = { user, text: 'One more thing.', last: entries.at(-1)!.id }
    await perform(test.db.database, 'messages.answer', second, { operator: ben })
    expect((await read(token)).list).toHaveLength(3)
  })

  it('an answer with a placeholder of a canned reply is refused', async () => {
    const { token, user } = await member()
    await write(token, 'x')
    const act = (text: string) => perform(test.db.database, 'messages.answer', { user, text })
    await expect(act('You have {{daysLeft}} days.')).rejects.toThrow('placeholder has no value')
    await act('Set {{name}} in your template.')
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
    await expect(perform(test.db.database, 'messages.close', { user })).rejects.toThrow('has no open conversation')
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
      'has no solved conversation, or has an open one',
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
    expect(shown).toMatchObject({ state: 'open', takenBy: ada.name })
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
  expect(shown).toMatchObject({ state: 'open', address: 'maya@mail.example', more: false })
})

describe('canned replies', () => {
  const save = (name: string, textEn: string, textZh = textEn, usedFor?: 'payment-arrived' | 'membership-ended') =>
    perform(test.db.database, 'replies.save', { name, textEn, textZh, ...(usedFor && { usedFor }) })

  it('a canned reply is filled for the customer in their language, and says which placeholders have no value', async () => {
    const { user } = await member('zhou@mail.example', 'zh-CN')
    await save('days', 'Hello', '还有 {{daysLeft}} 天，套餐 {{plan}}，订单 {{orderNumber}}，见 {{planLink}}')
    const filled = async () =>
      (await perform(test.db.database, 'messages.replies', { user })).replies.find(({ name }) => name === 'days')
    expect(await filled()).toMatchObject({ suggested: false, missing: ['daysLeft', 'plan', 'orderNumber'] })
    await perform(test.db.database, 'people.give-time', { user, days: 3, reason: 'x' })
    expect(await filled()).toMatchObject({
      missing: ['plan', 'orderNumber'],
      text: `还有 3 天，套餐 {{plan}}，订单 {{orderNumber}}，见 ${test.config.publicOrigin}/pricing`,
    })
  })

  it('canned replies for the situation of the customer come first', async () => {
    const { user, userId } = await member()
    await save('a first', 'x')
    await save('renew', 'Your membership ended on {{endsOn}}.', '会员已于 {{endsOn}} 到期。', 'membership-ended')
    await perform(test.db.database, 'people.give-time', { user, days: 3, reason: 'x' })
    await test.db.asOwner(`update memberships set expires_at = '2026-11-02T12:00:00Z' where user_id = $1`, [userId])
    const { replies, situations } = await perform(test.db.database, 'messages.replies', { user })
    expect(situations).toEqual(['membership-ended'])
    expect(replies.map(({ suggested }) => suggested).indexOf(false)).toBe(2)
    expect(replies.find(({ name }) => name === 'renew')).toEqual({
      name: 'renew',
      suggested: true,
      text: 'Your membership ended on 2026-11-02.',
      missing: [],
    })
  })

  it('about an order in review speak of that order, and suggest only what fits its payment', async () => {
    const { connection } = test.db
    const held = (await makeHeldOrders(connection)).address.number
    const [row] = await test.db.asOwner<{ uid: number; userId: string }>(
      'select u.uid, u.id as "userId" from orders o join users u on u.id = o.user_id where o.number = $1',
      [held],
    )
    const user = String(row!.uid)
    await save('ended', 'Your membership ended on {{endsOn}}.', '会员已于 {{endsOn}} 到期。', 'membership-ended')
    await perform(test.db.database, 'people.give-time', { user, days: 3, reason: 'x' })
    await test.db.asOwner(`update memberships set expires_at = '2026-11-02T12:00:00Z' where user_id = $1`, [
      row!.userId,
    ])
    // The buyer tried again, so the newest order is another one.
    await test.db.asOwner(
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', 'NEWER-ORDER',
         'idempotency_key', gen_random_uuid(), 'created_at', now() + interval '1 minute'))).* from orders o where o.number = $1`,
      [held],
    )
    const about = await perform(test.db.database, 'messages.replies', { user, order: held })
    expect(about.situations).toEqual(['payment-held'])
    const [first] = about.replies
    expect(first).toMatchObject({ suggested: true, missing: [] })
    expect(first!.text).toContain(held)
    const other = String((await member()).uid)
    await expect(perform(test.db.database, 'messages.replies', { user: other, order: held })).rejects.toThrow(
      /belongs to another account/,
    )
  })

  it('a canned reply is edited and removed under its name, with an audit row each', async () => {
    await save('hours', 'We answer within a day.', '我们一天内回复。')
    expect(await save('hours', 'We answer within hours.', '几小时内回复。')).toMatchObject({ replaces: true })
    expect(await perform(test.db.database, 'replies.remove', { reply: 'hours' })).toEqual({
      name: 'hours',
      textEn: 'We answer within hours.',
      textZh: '几小时内回复。',
      usedFor: null,
    })
    await expect(perform(test.db.database, 'replies.remove', { reply: 'hours' })).rejects.toThrow('no canned reply')
    const rows = await test.db.asOwner<{ action: string }>(
      `select action from audit_log where subject = 'reply hours' order by at, id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['replies.save', 'replies.save', 'replies.remove'])
  })

  it('with an unknown placeholder, HTML, or an empty language are refused', async () => {
    await expect(save('bad', 'Hi {{email}}', '你好')).rejects.toThrow('no placeholder “email”')
    await expect(save('bad', 'Hi', '你好 {{电话}}')).rejects.toThrow('no placeholder “电话”')
    await expect(save('bad', 'Hi', '<b>你好</b>')).rejects.toThrow('plain text')
    await expect(save('bad', 'Hi', ' ')).rejects.toThrow('Both languages')
    await expect(save('bad', 'Write to li@mail.example', '你好')).rejects.toThrow('must not contain an email address')
    expect((await perform(test.db.database, 'replies.list', {})).replies.map(({ name }) => name)).not.toContain('bad')
  })
})

describe('filters of the message list', () => {
  it('finds threads by tag, language, operator and words', async () => {
    const [lin, maya] = [await member('lin2@mail.example', 'zh-CN'), await member()]
    await write(lin.token, '东京很慢')
    await write(maya.token, 'Osaka is SLOW today')
    await perform(test.db.database, 'messages.tag', { user: maya.user, tags: ['Speed', 'osaka'] })
    await perform(test.db.database, 'messages.take', { user: lin.user }, { operator: ben })
    const list = async (input: object) =>
      (await perform(test.db.database, 'messages.list', input, { operator: ada })).items
        .map(({ uid }) => uid)
        .filter((uid) => [lin.uid, maya.uid].includes(uid))
    expect(await list({ tag: 'speed' })).toEqual([maya.uid])
    expect(await list({ tag: 'SPEED' })).toEqual([maya.uid])
    expect(await list({ spokenIn: 'zh-CN' })).toEqual([lin.uid])
    expect(await list({ assigned: 'others' })).toEqual([lin.uid])
    expect(await list({ assigned: 'nobody' })).toEqual([maya.uid])
    expect(await list({ assigned: 'me' })).toEqual([])
    expect(await list({ contains: 'slow' })).toEqual([maya.uid])
    expect(await list({ contains: '东京' })).toEqual([lin.uid])
    expect(await list({ contains: 'kyoto' })).toEqual([])
    expect(await perform(test.db.database, 'messages.show', { user: maya.user })).toMatchObject({
      tags: ['osaka', 'speed'],
    })
    const { tags } = await perform(test.db.database, 'messages.tags', {})
    expect(tags).toEqual(expect.arrayContaining([{ tag: 'osaka', conversations: 1 }]))
    await perform(test.db.database, 'messages.answer', { user: lin.user, text: '好了' }, { operator: ben })
    const pending = (await perform(test.db.database, 'messages.list', { state: 'pending', assigned: 'others' })).items
    expect(pending).toContainEqual(expect.objectContaining({ uid: lin.uid, assignedTo: ben.name, takenBy: null }))
    await perform(test.db.database, 'messages.take', { user: lin.user, leave: true }, { operator: ben })
    expect(await perform(test.db.database, 'messages.show', { user: lin.user })).toMatchObject({ assignedTo: null })
    await expect(
      perform(test.db.database, 'messages.take', { user: lin.user, leave: true }, { operator: ben }),
    ).rejects.toThrow('Nobody')
  })

  it('tags that could identify a person, or that are set already, are refused', async () => {
    const { token, user } = await member()
    await write(token, 'x')
    await expect(perform(test.db.database, 'messages.tag', { user, tags: ['li@mail.example'] })).rejects.toThrow(
      'must not contain an email address',
    )
    await expect(perform(test.db.database, 'messages.tag', { user, tags: ['13800138000'] })).rejects.toThrow(
      'must not contain an email address',
    )
    await perform(test.db.database, 'messages.tag', { user, tags: ['vip'] })
    await expect(perform(test.db.database, 'messages.tag', { user, tags: ['VIP'] })).rejects.toThrow('already')
  })
})
