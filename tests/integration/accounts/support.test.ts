import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxSupportText, supportDays, supportIdleDays, supportReopenDays } from '#shared/support-limits.ts'
import { saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { limits } from '#server/modules/limits/limits.rules.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, type IdentityTest } from '#tests/support/identity.ts'

let test: IdentityTest
let count = 0
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

async function member() {
  const { token, uid } = await registerThroughApi(test, `asks-${process.pid}-${count++}`)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  return { token, uid, userId: row!.id }
}
const write = (token: string, text: string, key: string = crypto.randomUUID(), address = `10.9.${count % 250}.7`) =>
  test.call('/api/user/support_write', { idempotencyKey: key, text }, { token, address })
const read = async (token: string, before?: string) =>
  (await test.call('/api/user/support_thread', before === undefined ? {} : { before }, { token })).data
const threads = (userId: string) =>
  test.db.asOwner<{ id: string; waits: boolean; closed: boolean }>(
    `select id, waits_for is not null as waits, closed_at is not null as closed from support_threads where user_id = $1 order by id`,
    [userId],
  )
const age = (userId: string, days: number) =>
  test.db.asOwner(
    `update support_threads set last_at = last_at - make_interval(days => $2), closed_at = closed_at - make_interval(days => $2)
     where user_id = $1`,
    [userId, days],
  )
const sweep = async () => {
  await enqueueJob(test.db.database, 'forget-identity-traces', {})
  await test.work()
}
const answered = (userId: string) =>
  test.db.asOwner('update support_threads set waits_for = null, waits_since = null where user_id = $1', [userId])

describe('support messages', () => {
  it('a user has one thread, readable only by them and stored encrypted', async () => {
    const [me, other] = [await member(), await member()]
    const first = await write(me.token, ' It is slow\r\nsince today. ')
    await write(me.token, 'In Tokyo.')
    const thread = await read(me.token)
    expect(thread.list.map(({ from, text }) => [from, text])).toEqual([
      ['customer', 'In Tokyo.'],
      ['customer', 'It is slow\nsince today.'],
    ])
    expect(thread).toMatchObject({ more: false, isOpen: true, unread: 0 })
    expect(thread.list[1]!.id).toBe(first.data.id)
    expect(await threads(me.userId)).toMatchObject([{ waits: true, closed: false }])
    expect((await read(other.token)).list).toEqual([])
    const [sealed] = await test.db.asOwner<{ text: string }>(
      `select string_agg(encode(sealed, 'escape'), ' ') as text from support_entries`,
    )
    expect(sealed!.text).not.toContain('Tokyo')
  })

  it('a message sent repeatedly or concurrently is stored once', async () => {
    const { token, userId } = await member()
    const key = crypto.randomUUID()
    const all = await Promise.all(Array.from({ length: 6 }, () => write(token, 'Hello?', key)))
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(1)
    expect((await write(token, 'Hello?', key)).data.id).toBe(all[0]!.data.id)
    expect((await read(token)).list).toHaveLength(1)
    expect(await threads(userId)).toHaveLength(1)
  })

  it('concurrent first messages open one thread', async () => {
    const { token, userId } = await member()
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => write(token, text)))
    expect((await read(token)).list).toHaveLength(4)
    expect(await threads(userId)).toHaveLength(1)
  })

  it('an empty or too long message is reported at its field', async () => {
    const { token } = await member()
    for (const text of ['', ' \n ', '\u200B'])
      expect((await write(token, text)).data).toMatchObject({ fields: { text: 'Please fill this in' } })
    expect((await write(token, 'x'.repeat(maxSupportText + 1))).status).toBe('InvalidInput')
    expect((await write(token, 'x'.repeat(maxSupportText))).status).toBe('OK')
  })

  it('a long thread is read in pages', async () => {
    const { token, userId } = await member()
    await write(token, 'first')
    await test.db.asOwner(
      `insert into support_entries (id, thread_id, user_id, author, key, sealed)
       select uuidv7(), thread_id, user_id, author, 'more-' || n, sealed from support_entries, generate_series(1, 35) n where user_id = $1`,
      [userId],
    )
    const page = await read(token)
    expect([page.list.length, page.more]).toEqual([30, true])
    const rest = await read(token, page.list.at(-1)!.id)
    expect([rest.list.length, rest.more]).toEqual([6, false])
    expect(new Set([...page.list, ...rest.list].map(({ id }) => id)).size).toBe(36)
  })

  it('messages are limited per hour, and a repeated one uses up the limit once', async () => {
    const { token } = await member()
    const key = crypto.randomUUID()
    for (let n = 0; n < 5; n++) expect((await write(token, 'again', key)).status).toBe('OK')
    for (let n = 1; n < limits['support-hour'].max; n++) expect((await write(token, `${n}`)).status).toBe('OK')
    expect((await write(token, 'one more')).status).toBe('TooManyRequests')
    expect((await write(token, 'again', key)).status).toBe('OK')
  })

  it('messages are limited per network', async () => {
    const address = '10.77.0.9'
    for (let sent = 0; sent < limits['support-network'].max;) {
      const { token } = await member()
      for (let n = 0; n < limits['support-hour'].max && sent < limits['support-network'].max; n++, sent++)
        expect((await write(token, `${n}`, crypto.randomUUID(), address)).status).toBe('OK')
    }
    const { token } = await member()
    expect((await write(token, 'me too', crypto.randomUUID(), address)).status).toBe('TooManyRequests')
  })

  it('support is not found when the operator has closed the inbox', async () => {
    const { token } = await member()
    await write(token, 'before')
    await test.db.database.transaction((tx) => saveSetting(tx, 'supportInbox', false))
    expect((await write(token, 'after')).status).toBe('NotFound')
    expect((await test.call('/api/user/support_thread', {}, { token })).status).toBe('NotFound')
    await test.db.database.transaction((tx) => saveSetting(tx, 'supportInbox', true))
    expect((await read(token)).list).toHaveLength(1)
  })
})

describe('retention of support threads', () => {
  it('a thread is kept while the user waits, is closed when idle, and deleted later', async () => {
    const { token, userId } = await member()
    await write(token, 'Anyone?')
    await age(userId, 400)
    await sweep()
    expect(await threads(userId)).toMatchObject([{ waits: true, closed: false }])
    await answered(userId)
    await test.db.asOwner('update support_threads set last_at = now() where user_id = $1', [userId])
    await age(userId, supportIdleDays - 1)
    await sweep()
    expect(await threads(userId)).toMatchObject([{ closed: false }])
    await age(userId, 1)
    await sweep()
    expect(await threads(userId)).toMatchObject([{ closed: true }])
    await age(userId, supportDays - 1)
    await sweep()
    expect((await read(token)).list).toHaveLength(1)
    await age(userId, 1)
    await sweep()
    expect((await read(token)).list).toEqual([])
    expect(await threads(userId)).toEqual([])
  })

  it('a message reopens a solved thread of the last two weeks, with its tags and its operator', async () => {
    const { token, userId } = await member()
    await write(token, 'one')
    expect(await read(token)).toMatchObject({ isOpen: true, state: 'open' })
    await answered(userId)
    expect(await read(token)).toMatchObject({ isOpen: true, state: 'pending' })
    await test.db.asOwner(
      `update support_threads set closed_at = now() - make_interval(days => $2) + interval '1 hour', tags = '{speed}' where user_id = $1`,
      [userId, supportReopenDays],
    )
    expect(await read(token)).toMatchObject({ isOpen: false, state: 'solved' })
    await Promise.all([write(token, 'two'), write(token, 'three')])
    expect(await threads(userId)).toMatchObject([{ closed: false, waits: true }])
    expect(await test.db.asOwner('select tags from support_threads where user_id = $1', [userId])).toEqual([
      { tags: ['speed'] },
    ])
    const thread = await read(token)
    expect(thread.list).toHaveLength(3)
    expect(thread).toMatchObject({ state: 'open' })
    // Operators alone see tags and who is assigned.
    const { data } = await test.call('/api/user/user_export_data', {}, { token })
    expect(JSON.stringify([thread, data])).not.toContain('speed')
  })

  it('a message starts a new thread two weeks after the last was solved, with earlier messages above', async () => {
    const { token, userId } = await member()
    await write(token, 'one')
    await answered(userId)
    await test.db.asOwner(
      'update support_threads set closed_at = now() - make_interval(days => $2) where user_id = $1',
      [userId, supportReopenDays],
    )
    expect(await read(token)).toMatchObject({ isOpen: false })
    await write(token, 'two')
    expect(await threads(userId)).toMatchObject([{ closed: true }, { closed: false, waits: true }])
    expect((await read(token)).list.map(({ text }) => text)).toEqual(['two', 'one'])
  })

  it('support messages are in the data export and are deleted with the account', async () => {
    const { token, userId } = await member()
    await write(token, 'All of this')
    const { data } = await test.call('/api/user/user_export_data', {}, { token })
    expect(data.support).toEqual([{ from: 'customer', at: expect.any(Number), text: 'All of this', images: [] }])
    await test.db.asOwner(
      `insert into account_deletions (user_id, erase_at) values ($1, now() - interval '1 minute')`,
      [userId],
    )
    expect(await eraseDueAccounts(test.db.database)).toBe(1)
    expect(await threads(userId)).toEqual([])
    expect(await test.db.asOwner('select 1 from support_entries where user_id = $1', [userId])).toEqual([])
  })

  it("support messages are decrypted only with the deployment's key", async () => {
    const { token, userId } = await member()
    await write(token, 'sealed')
    const [row] = await test.db.asOwner<{ sealed: Buffer }>('select sealed from support_entries where user_id = $1', [
      userId,
    ])
    expect(createKeyring(test.config.secretKey).open('support', row!.sealed)).toBe('sealed')
    expect(() => createKeyring(Buffer.alloc(32)).open('support', row!.sealed)).toThrow('authenticate')
  })
})
