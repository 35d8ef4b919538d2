import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput, ActionName } from '#shared/contract/operator.ts'
import { setNews } from '#server/modules/accounts/accounts.queries.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { listRefused } from '#server/modules/mailings/mailings.queries.ts'
import { listNextPeople } from '#server/modules/mailings/people.queries.ts'
import { sealAddress } from '#server/modules/operators/operators.service.ts'
import { requeueForgotten } from '#server/modules/outbox/outbox.service.ts'
import { carryOut, comparedOf, type Ran, type Wish } from '#server/operator/carry-out.ts'
import type { PlainHandler } from '#server/operator/handler.ts'
import { handlers } from '#server/operator/handlers.ts'
import { Refused } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Statement } from '#server/platform/sql.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import { listSample, readReach } from '#server/workflows/mailings/keep-segments.ts'
import { startMailings, stepMailing } from '#server/workflows/mailings/send-mailings.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, type IdentityTest } from '#tests/support/identity.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { giveAddress } from '#tests/support/sent-messages.ts'
import { sentence } from '#text/sentence.ts'

let test: IdentityTest
let count = 0
beforeAll(async () => {
  test = await openIdentity()
})
afterEach(async () => {
  await test.db.asOwner('delete from mailing_people')
  await test.db.asOwner('delete from mailings')
  await test.db.asOwner('delete from segments')
  await test.db.asOwner('delete from outbox_messages')
  await test.db.asOwner('update users set news_since = null')
  await test.db.asOwner(`delete from account_identifiers where kind = 'email'`)
})
afterAll(() => test.close())

const act = <N extends ActionName>(name: N, input: ActionInput<N>) =>
  perform(test.db.database, name, input, { config: test.config, operator: ada })
/** Runs an action like the console or command line, with preview and confirmation. */
async function asked<N extends ActionName>(name: N, input: ActionInput<N>, more: Partial<Wish> = {}): Promise<Ran> {
  const ran = await carryOut(name, handlers[name] as PlainHandler, input as Readonly<Record<string, unknown>>, {
    database: test.db.database,
    config: test.config,
    operator: { ...ada, role: 'owner' },
    preview: true,
    confirm: async () => ({ ok: true, value: null }),
    ...more,
  })
  if (!ran.ok) throw new Refused(ran.refusal.status, ran.refusal.sentence)
  return ran.value
}
const words = {
  subjectEn: 'Winter days',
  subjectZh: '冬日',
  headingEn: 'Three <b>more</b>',
  headingZh: '多三个月',
  bodyEn: 'Until Sunday.\n\nSee you.',
  bodyZh: '到周日为止。',
  buttonEn: 'See plans',
  buttonZh: '看套餐',
  page: '/pricing',
} as const

async function person({ news = true, address = true, language = 'en' } = {}) {
  const { token, uid } = await registerThroughApi(test, `mailed-${process.pid}-${count++}`)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  const userId = row!.id
  const to = `mailed${count}@example.com`
  if (address) await giveAddress(test.db.asOwner, userId, to)
  if (news) await setNews(test.db.database, userId, true)
  await test.db.asOwner('update users set language = $2 where id = $1', [userId, language])
  return { userId, to, token }
}
const send = (more: Partial<ActionInput<'mailings.send'>> = {}) =>
  act('mailings.send', { name: 'winter', ...words, tested: true, ...more })
const mailing = async () => (await act('mailings.list', {})).items[0]!
async function run(steps = 5) {
  for (let at = 0; at < steps; at++) {
    await test.db.asOwner(
      `update mailings set next_at = now() - interval '1 second' where next_at < now() + interval '1 hour'`,
    )
    await test.db.asOwner(
      `delete from pgboss.job where name = 'mailings' and state = 'created' and data->>'kind' = 'step-mailing'`,
    )
    await startMailings(test.db.database)
    await test.work()
  }
}

const crowd = (many: number) =>
  test.db.asOwner(
    `with u as (insert into users (id, uid, invite_code, password_hash, language, news_since)
       select gen_random_uuid(), 900000000 + n, 'crowd' || n, 'none', 'en', now() from generate_series(1, $1::int) n returning id)
     insert into account_identifiers (user_id, kind, value, lookup_key)
       select id, 'email', 'crowd-' || id || '@example.com', 'crowd-' || id || '@example.com' from u`,
    [many],
  )
const disperse = async () => {
  await test.db.asOwner(`delete from account_identifiers where value like 'crowd-%'`)
  await test.db.asOwner(`delete from users where invite_code like 'crowd%'`)
}

describe('mailings', () => {
  it("a mailing is sent once, in the user's language, only to users who opted in and have an email address", async () => {
    const [en, zh] = [await person(), await person({ language: 'zh-CN' })]
    const not = [await person({ news: false }), await person({ address: false })]
    expect(await send()).toMatchObject({ people: 2, en: 1, zh: 1, unasked: expect.any(Number), noAddress: 1 })
    await run()
    const [mail, ...more] = await test.messagesTo(en.to)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Winter days' })
    expect(mail!.html).toContain('Three &lt;b&gt;more&lt;/b&gt;')
    expect(mail!.text).toContain('Until Sunday.\n\nSee you.')
    expect((await test.messagesTo(zh.to))[0]).toMatchObject({ subject: '冬日' })
    for (const { to } of not) expect(await test.messagesTo(to)).toEqual([])
    expect(await mailing()).toMatchObject({ state: 'done', sent: 2, queued: 0, failed: 0, skipped: 0 })
    await run()
    expect(await test.messagesTo(en.to)).toHaveLength(1)
  })

  it('a test mailing goes only to the operator, in each language', async () => {
    const others = [await person(), await person({ language: 'zh-CN' })]
    const own = 'ada.tries@example.com'
    const keyring = createKeyring(test.config.secretKey)
    await test.db.asOwner('update operators set sealed_email = $2 where id = $1', [
      ada.id,
      sealAddress(keyring, ada.id, own),
    ])
    await expect(asked('mailings.test', { inLanguage: 'en', ...words })).resolves.toBeDefined()
    expect(await test.messagesTo(own)).toEqual([])
    const sides = [
      { inLanguage: 'en', says: ['Winter days', 'Three <b>more</b>', 'Until Sunday.\n\nSee you.', 'See plans'] },
      { inLanguage: 'zh-CN', says: ['冬日', '多三个月', '到周日为止。', '看套餐'] },
    ] as const
    for (const { inLanguage, says } of sides) {
      expect(await act('mailings.test', { inLanguage, ...words })).toEqual({ subject: says[0] })
      const [mail] = await test.messagesTo(own)
      expect(mail!.subject).toBe(says[0])
      for (const said of says.slice(1)) expect(mail!.text).toContain(said)
      for (const said of says.slice(1).flatMap((text) => text.split('\n\n')))
        expect(mail!.html).toContain(said.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
      expect(mail!.text).toContain(`/${inLanguage}/pricing`)
      const [unsaid] = sides.filter((side) => side.inLanguage !== inLanguage)
      for (const foreign of unsaid!.says) expect(`${mail!.subject}\n${mail!.text}`).not.toContain(foreign)
    }
    expect(await test.messagesTo(own)).toHaveLength(2)
    for (const { to } of others) expect(await test.messagesTo(to)).toEqual([])
    await test.db.asOwner('update operators set sealed_email = null where id = $1', [ada.id])
    await expect(act('mailings.test', { inLanguage: 'en', ...words })).rejects.toThrow('You have no email address')
  })

  it('a mailing keeps its rate and continues after a crash without sending twice', async () => {
    const people = [await person(), await person(), await person()]
    await send({ perMinute: 6 })
    await run(1)
    expect(await mailing()).toMatchObject({ state: 'sending', sent: 1 })
    // The next step of the mailing is not due, so another run sends nothing.
    await startMailings(test.db.database)
    await test.work()
    expect((await mailing()).sent).toBe(1)
    // After a crash the position of the mailing is lost, but nobody gets the mail twice.
    await test.db.asOwner('update mailings set reached = null')
    await run(6)
    expect(await mailing()).toMatchObject({ state: 'done', sent: 3 })
    for (const { to } of people) expect(await test.messagesTo(to)).toHaveLength(1)
  })

  it('a mailing can be paused, resumed and stopped for good', async () => {
    await person()
    await person()
    await send({ perMinute: 6 })
    await run(1)
    const { id } = await mailing()
    await act('mailings.pause', { mailing: id })
    await run()
    expect(await mailing()).toMatchObject({ state: 'paused', sent: 1 })
    await act('mailings.resume', { mailing: id })
    await act('mailings.stop', { mailing: id, reason: 'enough' })
    await run()
    expect(await mailing()).toMatchObject({ state: 'stopped', sent: 1 })
    await expect(act('mailings.resume', { mailing: id })).rejects.toThrow('This mailing is stopped.')
  })

  it('refused recipients are found by an index', async () => {
    await crowd(1_000)
    const [row] = await test.db.asOwner<{ id: string }>(
      `insert into mailings (kind, name, filter, texts, send_at, next_at, per_minute, state, operator)
       values ('news', 'refused', '{}', '{}', now(), now(), 60, 'done', 'ada') returning id`,
    )
    await test.db.asOwner(
      `insert into mailing_people (mailing_id, user_id, outcome)
       select $1, id, case when uid % 50 = 0 then 'failed' else 'sent' end from users where invite_code like 'crowd%'`,
      [row!.id],
    )
    await test.db.asOwner('analyze mailing_people')
    const heard: Statement<unknown>[] = []
    const listening = { query: async (statement: Statement<unknown>) => (heard.push(statement), []) }
    await listRefused(listening as unknown as Queryable, row!.id, 50)
    const [{ text, values }] = heard as [Statement<unknown>]
    expect(JSON.stringify(await test.db.asOwner(`explain ${text}`, [...values]))).toContain('mailing_people_failed')
    expect((await act('mailings.show', { mailing: row!.id })).refused).toHaveLength(20)
    await test.db.asOwner('delete from mailing_people')
    await disperse()
  })

  it('a mailing shows its text, recipients at approval, refused email addresses and later unsubscribes', async () => {
    const [stays, leaves, again, fails] = [await person(), await person(), await person(), await person()]
    await send()
    await run()
    const { id } = await mailing()
    await test.db.asOwner(`update mailing_people set outcome = 'failed' where user_id = $1`, [fails.userId])
    await setNews(test.db.database, leaves.userId, false)
    await setNews(test.db.database, again.userId, false)
    await setNews(test.db.database, again.userId, true)
    await setNews(test.db.database, fails.userId, false)
    const shown = await act('mailings.show', { mailing: id })
    expect(shown).toMatchObject({ name: 'winter', kind: 'news', state: 'done', people: 4, sent: 3, failed: 1 })
    expect(shown).toMatchObject({ unsubscribed: 2, words, filter: {}, by: ada.name })
    const [row] = await test.db.asOwner<{ uid: number }>('select uid from users where id = $1', [fails.userId])
    expect(shown.refused).toEqual([{ uid: row!.uid, at: expect.any(Date) }])
    expect((await test.messagesTo(stays.to))[0]).toMatchObject({ subject: words.subjectEn })
    await expect(act('mailings.show', { mailing: fails.userId })).rejects.toThrow('There is no mailing with this id.')
  })

  it('news reaches each user at most once a week', async () => {
    const { to } = await person()
    await send()
    await run()
    await send({ name: 'again' })
    await run()
    expect(await mailing()).toMatchObject({ name: 'again', state: 'done', sent: 0, skipped: 1 })
    expect(await test.messagesTo(to)).toHaveLength(1)
  })

  it('two mailings at the same time do not reach the same user', async () => {
    const { userId, to } = await person()
    await send()
    await send({ name: 'at the same time' })
    const { items } = await act('mailings.list', {})
    const step = ({ id }: { id: string }) =>
      stepMailing(test.db.database, {
        payload: { mailingId: id },
        completeIn: async () => {},
      } as unknown as Job)
    const holder = new pg.Client(test.db.connection)
    await holder.connect()
    // Both mailings may read the recipients, and neither can write before the other has read.
    await holder.query('begin; lock table mailing_people in share mode')
    const steps = items.map(step)
    await waitForWaiters(test, 2)
    await holder.query('commit')
    await holder.end()
    await Promise.all(steps)
    const rows = await test.db.asOwner<{ outcome: string }>(
      'select outcome from mailing_people where user_id = $1 order by outcome',
      [userId],
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(['queued', 'skipped'])
    await test.work()
    expect(await test.messagesTo(to)).toHaveLength(1)
  })

  it('a mailing continues past failing email addresses, which do not delay other messages, and gives up on them', async () => {
    const [first, second] = [await person(), await person()].toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
    await send({ perMinute: 6 })
    const { id } = await mailing()
    const step = () =>
      stepMailing(test.db.database, { payload: { mailingId: id }, completeIn: async () => {} } as unknown as Job)
    await step()
    const others = await Promise.all(Array.from({ length: 19 }, () => person({ news: false, address: false })))
    await test.db.asOwner(
      `insert into mailing_people (mailing_id, user_id, outcome) select $1, unnest($2::uuid[]), 'queued'`,
      [id, others.map(({ userId }) => userId)],
    )
    const later = () => test.db.asOwner(`update mailings set next_at = now() - interval '1 second'`)
    const told = async () =>
      (await test.db.asOwner('select from mailing_people where user_id = $1', [second!.userId])).length
    await later()
    await step()
    expect(await told()).toBe(0)
    await test.db.asOwner(`update mailing_people set at = now() - interval '16 minutes'`)
    await later()
    await step()
    expect(await told()).toBe(1)

    // However many old mails of the mailing wait, another message to a user gets its job first.
    await test.db.asOwner(
      `insert into outbox_messages (id, channel, template, user_id, event, facts, created_at)
       select gen_random_uuid(), 'mail', 'mailing', $1, 'heap ' || n, $2, now() - interval '3 hours' from generate_series(1, 500) n`,
      [first!.userId, JSON.stringify({ mailingId: id })],
    )
    const [code] = await test.db.asOwner<{ id: string }>(
      `insert into outbox_messages (id, channel, template, user_id, event, facts, created_at)
       values (gen_random_uuid(), 'mail', 'new-sign-in', $1, 'a sign-in', '{}', now() - interval '1 hour') returning id`,
      [first!.userId],
    )
    await requeueForgotten(test.db.database)
    const jobs = await test.db.asOwner(`delete from pgboss.job where data::text like '%' || $1 || '%' returning id`, [
      code!.id,
    ])
    expect(jobs).toHaveLength(1)
    await test.db.asOwner(`delete from outbox_messages where event like 'heap %' or event = 'a sign-in'`)

    // The mailing gives up on users who could not be reached within two days.
    await test.db.asOwner(`update outbox_messages set useful_until = useful_until - interval '49 hours'`)
    await test.work()
    expect(await test.messagesTo(first!.to)).toEqual([])
    expect(await test.db.asOwner(`select from outbox_messages where status = 'waiting'`)).toEqual([])
  })

  it('the unsubscribe link works by one POST without a login, and not by GET', async () => {
    const { to, token } = await person()
    await send()
    await run()
    const [mail] = await test.messagesTo(to)
    const link = /https?:\S+\/en\/mails\/stop\/news-\S+/.exec(mail!.text)![0]
    expect(mail!.headers).toMatchObject({
      'list-unsubscribe': `<${link}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    const wanted = async () => (await test.call('/api/user/user_news', {}, { token })).data.wanted
    const url = new URL(link).pathname
    await test.app.inject({ method: 'GET', url })
    expect(await wanted()).toBe(true)
    await test.app.inject({ method: 'POST', url, payload: 'List-Unsubscribe=One-Click' })
    expect(await wanted()).toBe(false)
    expect((await test.call('/api/user/user_reminders', {}, { token })).data.wanted).toBe(true)
  })

  it('a mailing skips a user who unsubscribed while it waited', async () => {
    const { userId, to } = await person()
    await person()
    await send({ sendAt: '2099-01-01' })
    await setNews(test.db.database, userId, false)
    await test.db.asOwner('update mailings set send_at = now(), next_at = now()')
    await run()
    expect(await test.messagesTo(to)).toEqual([])
  })

  it('a message already queued is not sent to a user who unsubscribes at that moment', async () => {
    const [left, stays] = [await person(), await person()]
    await send()
    const { id } = await mailing()
    const job = { payload: { mailingId: id }, completeIn: async () => {} } as unknown as Job
    await stepMailing(test.db.database, job)
    expect((await mailing()).queued).toBe(2)
    await setNews(test.db.database, left.userId, false)
    await test.work()
    expect(await test.messagesTo(left.to)).toEqual([])
    expect(await test.messagesTo(stays.to)).toHaveLength(1)
    expect(await mailing()).toMatchObject({ sent: 1, skipped: 1 })
  })

  it('a scheduled mailing waits for its time, and one untested or without recipients is refused', async () => {
    await expect(send()).rejects.toThrow('Nobody in this segment has subscribed to news and has an address')
    await person()
    await expect(send({ tested: false })).rejects.toThrow('Send it to yourself first')
    await send({ sendAt: '2099-01-01' })
    await run()
    expect(await mailing()).toMatchObject({ state: 'waiting', sent: 0 })
  })

  it('the recipients of a mailing are erased with the account', async () => {
    const { userId } = await person()
    await send()
    await run()
    await test.db.asOwner(
      `insert into account_deletions (user_id, requested_at, erase_at) values ($1, now() - interval '8 days', now() - interval '1 day')`,
      [userId],
    )
    await eraseDueAccounts(test.db.database)
    expect(await test.db.asOwner('select from mailing_people where user_id = $1', [userId])).toEqual([])
    const [row] = await test.db.asOwner<{ since: Date | null }>('select news_since as since from users where id = $1', [
      userId,
    ])
    expect(row!.since).toBeNull()
  })
})

it('the recipients of a mailing are deleted after 400 days, also of a paused one', async () => {
  await person()
  await person()
  await send({ perMinute: 6 })
  await run(1)
  await act('mailings.pause', { mailing: (await mailing()).id })
  const forget = async (days: number) => {
    await test.db.asOwner(`update mailing_people set at = now() - make_interval(days => $1::int)`, [days])
    await test.db.asOwner(`update mailings set next_at = now() - make_interval(days => $1::int)`, [days])
    await enqueueJob(test.db.database, 'forget-identity-traces', {})
    await test.work()
    return (await test.db.asOwner('select from mailing_people')).length
  }
  expect(await forget(399)).toBe(1)
  expect(await mailing()).toMatchObject({ state: 'paused' })
  expect(await forget(401)).toBe(0)
  expect(await mailing()).toMatchObject({ state: 'stopped' })
})

it('each step of a mailing to a small segment reads part of the accounts, and no recipient is missed', async () => {
  const many = []
  for (let at = 0; at < 5; at++) many.push(await person({ language: at === 1 || at === 4 ? 'zh-CN' : 'en' }))
  await act('segments.save', { name: 'chinese', spokenIn: 'zh-CN' })
  await send({ segment: 'chinese' })
  const [{ id }] = (await test.db.asOwner<{ id: string }>('select id from mailings')) as [{ id: string }]
  const reached: string[][] = []
  const job = {
    id,
    kind: 'step-mailing',
    payload: { mailingId: id },
    attempt: 1,
    signal: new AbortController().signal,
    completeIn: async () => {},
  }
  while ((await mailing()).state !== 'done' && reached.length < 20) {
    await test.db.asOwner(
      `update mailings set next_at = now() - interval '1 second' where next_at < now() + interval '1 hour'`,
    )
    await stepMailing(test.db.database, job, 2)
    reached.push(
      (await test.db.asOwner<{ id: string }>('select user_id as id from mailing_people')).map((row) => row.id),
    )
  }
  // Each step checks two of the five users; the last step one.
  expect(reached.map((ids) => ids.length)).toEqual([1, 1, 2])
  expect(new Set(reached.at(-1))).toEqual(new Set([many[1]?.userId, many[4]?.userId]))
})

describe('approval of mailings', () => {
  it('a mailing above 1,000 recipients needs a second operator', async () => {
    const early = await person({ news: false })
    const reach = async () => readReach(test.db.database, {}, { most: 1 })
    await person()
    await person()
    expect(await reach()).toMatchObject({ people: 2, en: 2 })
    expect((await reach()).atLeast).toEqual(['people', 'en', 'zh', 'unasked', 'noAddress'])
    // After the time limit only the secondary counts are incomplete.
    const inTime = await readReach(test.db.database, {}, { size: 1, othersWithinMs: -1 })
    expect(inTime).toMatchObject({ people: 2, atLeast: ['unasked', 'noAddress'] })
    expect((await readReach(test.db.database, {}, { othersWithinMs: Infinity })).atLeast).toEqual([])
    await test.db.asOwner('update users set news_since = null where id <> $1', [early.userId])
    await setNews(test.db.database, early.userId, true)
    expect(await reach()).toMatchObject({ people: 1 })
    await crowd(1_001)
    try {
      expect(await asked('mailings.send', { name: 'all', ...words, tested: true })).toMatchObject({
        takesTwo: sentence('mailing.tooMany'),
      })
      const few = { name: 'few', segment: 'bought', ...words, tested: true }
      await act('segments.save', { name: 'bought', spokenIn: 'zh-CN' })
      await person({ language: 'zh-CN' })
      expect((await asked('mailings.send', few)).takesTwo).toBeNull()
      expect(await asked('mailings.send', { ...few, sendAt: '2099-01-01' })).toMatchObject({
        takesTwo: sentence('mailing.laterTooMany'),
      })
    } finally {
      await disperse()
    }
  })

  it('a mailing is refused if its segment changed since the preview', async () => {
    await person()
    await person({ language: 'zh-CN' })
    await act('segments.save', { name: 'ours', spokenIn: 'zh-CN' })
    const input = { name: 'winter', segment: 'ours', ...words, tested: true }
    const { output, rehearsed } = await asked('mailings.send', input)
    expect(output).toMatchObject({ filter: { spokenIn: 'zh-CN' } })
    await act('segments.save', { name: 'ours', spokenIn: 'en' })
    const seen = { effects: comparedOf('mailings.send', output), at: rehearsed as Date }
    expect(await asked('mailings.send', input, { preview: false, seen })).toMatchObject({ isOther: true })
    expect((await act('mailings.list', {})).items).toEqual([])
    await act('segments.save', { name: 'ours', spokenIn: 'zh-CN' })
    expect(await asked('mailings.send', input, { preview: false, seen })).not.toHaveProperty('isOther')
    expect(await mailing()).toMatchObject({ name: 'winter' })
  })
})

describe('segments', () => {
  it('a segment filters by membership, language, payment, origin and last visit', async () => {
    const [active, ended, fresh] = [await person(), await person({ language: 'zh-CN' }), await person()]
    const until = (userId: string, days: number) =>
      test.db.asOwner(
        `insert into memberships (user_id, expires_at) values ($1, now() + make_interval(days => $2::int))
         on conflict (user_id) do update set expires_at = excluded.expires_at`,
        [userId, days],
      )
    await until(active.userId, 5)
    await until(ended.userId, -5)
    await test.db.asOwner(`update sessions set last_seen_at = now() - interval '40 days' where user_id = $1`, [
      fresh.userId,
    ])
    /** Counting and sending use separate statements, and each filter must select the same people in both. */
    const found = async (filter: Omit<ActionInput<'segments.count'>, 'segment'>) => {
      const { people } = await act('segments.count', filter)
      const sentTo = await listNextPeople(test.db.database, filter, { news: true, after: null, limit: 100 })
      expect(sentTo, JSON.stringify(filter)).toHaveLength(people)
      // The counts are the same page by page and at once.
      const [atOnce, inPages] = [
        await readReach(test.db.database, filter, { othersWithinMs: Infinity }),
        await readReach(test.db.database, filter, { size: 1, othersWithinMs: Infinity }),
      ]
      expect(inPages, JSON.stringify(filter)).toEqual(atOnce)
      const sample = await listSample(test.db.database, filter, { size: 1, withinMs: Infinity })
      expect(
        sample.map(({ userId }) => userId),
        JSON.stringify(filter),
      ).toEqual(sentTo.map(({ userId }) => userId))
      return people
    }
    expect(await found({})).toBe(3)
    expect(await found({ membership: 'active' })).toBe(1)
    expect(await found({ membership: 'ended' })).toBe(1)
    expect(await found({ membership: 'never' })).toBe(1)
    expect(await found({ endsWithin: 7 })).toBe(1)
    expect(await found({ endsWithin: 3 })).toBe(0)
    expect(await found({ spokenIn: 'zh-CN' })).toBe(1)
    expect(await found({ paid: 'yes' })).toBe(0)
    expect(await found({ paid: 'no', byAffiliate: 'no' })).toBe(3)
    expect(await found({ plan: 'plan-12' })).toBe(0)
    expect(await found({ seenWithin: 30 })).toBe(2)
    expect(await found({ notSeenWithin: 30 })).toBe(1)
  })

  it('a segment is saved under a name and shows masked names, and a mailing to it reaches nobody else', async () => {
    const [en, zh] = [await person(), await person({ language: 'zh-CN' })]
    expect(await act('segments.save', { name: 'chinese', spokenIn: 'zh-CN' })).toMatchObject({
      people: 1,
      replaces: false,
    })
    const { sample } = await act('segments.count', { segment: 'chinese' })
    expect(sample).toHaveLength(1)
    expect(JSON.stringify(sample)).not.toContain('mailed')
    await send({ segment: 'chinese' })
    await run()
    expect(await test.messagesTo(zh.to)).toHaveLength(1)
    expect(await test.messagesTo(en.to)).toEqual([])
    await act('segments.remove', { segment: 'chinese' })
    await expect(send({ segment: 'chinese' })).rejects.toThrow('There is no segment chinese.')
    await expect(act('segments.save', { name: 'none' })).rejects.toThrow('one condition')
    await expect(act('segments.save', { name: 'li@example.com', paid: 'yes' })).rejects.toThrow(
      'must not contain an email address',
    )
  })
})

describe('notice of a new legal text', () => {
  const draftTerms = async () => {
    const { fields, newest } = await act('content.open', { text: 'clause/terms-of-service' })
    const baseOf = (language: string) => newest.find((each) => each.language === language)?.version ?? 0
    const { version } = await act('content.save-draft', {
      ...fields,
      text: 'clause/terms-of-service',
      expect: 0,
      baseEn: baseOf('en'),
      baseZh: baseOf('zh-CN'),
      markdownEn: `${fields.markdownEn}\n\nOne more sentence.`,
      markdownZh: `${fields.markdownZh}\n\n再加一句。`,
    })
    return version
  }

  it('the notice goes once to a user with an email address who did not opt in to news', async () => {
    const { to } = await person({ news: false })
    const version = await draftTerms()
    const publish = { text: 'clause/terms-of-service', expect: version, tell: true }
    expect(await act('content.publish-text', publish)).toMatchObject({ tells: 1 })
    await run()
    const [mail, ...more] = await test.messagesTo(to)
    expect(more).toEqual([])
    expect(mail!.text).toContain('/en/clause/terms-of-service')
    expect(mail!.text).not.toContain('/mails/stop/')
    expect(await mailing()).toMatchObject({ kind: 'legal', state: 'done', sent: 1 })
  })

  it('a notice to more than 1,000 users needs two owners', async () => {
    await crowd(1_001)
    const roleOf = (role: string, name: string) =>
      test.db.asOwner('update operators set role = $1 where name = $2', [role, name])
    let asksForCode = 0
    const confirm = async () => (asksForCode++, { ok: true, value: null } as const)
    try {
      const version = await draftTerms()
      const input = { text: 'clause/terms-of-service', expect: version, tell: true }
      expect((await asked('content.publish-text', { ...input, tell: false })).takesTwo).toBeNull()
      const { proposal } = await asked('content.publish-text', input, { preview: false, confirm })
      expect(asksForCode).toBe(1)
      expect(proposal).toMatchObject({ why: sentence('mailing.tooMany') })
      const grant = (role: 'support' | 'owner') =>
        asked('approvals.grant', { id: proposal!.id }, { preview: false, confirm, operator: { ...ben, role } })
      await roleOf('support', 'ben')
      await expect(grant('support')).rejects.toThrow('“Publish” is only for owners; ben has the role support.')
      await roleOf('owner', 'ben')
      await roleOf('support', 'ada')
      await expect(grant('owner')).rejects.toThrow('ada may no longer do this')
      expect((await act('mailings.list', {})).items).toEqual([])
      await roleOf('owner', 'ada')
      await grant('owner')
      expect(asksForCode).toBe(2)
      expect(await mailing()).toMatchObject({ kind: 'legal', state: 'waiting' })
    } finally {
      await roleOf('owner', 'ada')
      await roleOf('owner', 'ben')
      await disperse()
    }
  })

  it('a withdrawn legal text stops its pending or running notice', async () => {
    const [one, two] = [await person({ news: false }), await person({ news: false })]
    const text = 'clause/terms-of-service'
    const publish = async (more: { tellAt?: string } = {}) =>
      act('content.publish-text', { text, expect: await draftTerms(), tell: true, ...more })
    const told = async () => (await Promise.all([one, two].map(({ to }) => test.messagesTo(to)))).flat()
    const before = (await told()).length
    await publish({ tellAt: '2099-01-01' })
    await act('content.withdraw', { text, reason: 'a mistake' })
    expect(await mailing()).toMatchObject({ kind: 'legal', state: 'stopped' })
    await test.db.asOwner(`update mailings set send_at = now(), next_at = now() - interval '1 second'`)
    await run()
    expect((await told()).length).toBe(before)

    await publish({ tellAt: '2099-01-01' })
    expect(await mailing()).toMatchObject({ kind: 'legal', state: 'waiting' })
    const { files } = await act('content.export', {})
    const folder = files.filter(({ path }) => path.endsWith('.md') && !path.endsWith('clauses/terms-of-service.md'))
    await act('content.publish', { folder, complete: true })
    expect(await mailing()).toMatchObject({ kind: 'legal', state: 'stopped' })

    await publish()
    await test.db.asOwner(`update mailings set state = 'sending' where kind = 'legal' and state = 'waiting'`)
    await test.db.asOwner(
      `insert into mailings (kind, name, filter, texts, send_at, next_at, per_minute, state, operator)
       values ('legal', 'clause/privacy-policy', '{}', '{"legal":{}}', '2099-01-01', '2099-01-01', 60, 'waiting', 'ada')`,
    )
    await act('content.withdraw', { text, reason: 'a mistake' })
    expect(
      (await act('mailings.list', {})).items.filter(({ name }) => name === text).map(({ state }) => state),
    ).not.toContain('sending')
    const [other] = (await act('mailings.list', {})).items.filter(({ name }) => name === 'clause/privacy-policy')
    expect(other).toMatchObject({ state: 'waiting' })
    await test.db.asOwner(`delete from mailings where name = 'clause/privacy-policy'`)
    await run()
    expect((await told()).length).toBe(before)
  })

  it('withdrawing the text stops notices that already wait for the mail server', async () => {
    const people = [await person({ news: false }), await person({ news: false })]
    const text = 'clause/terms-of-service'
    await act('content.publish-text', { text, expect: await draftTerms(), tell: true })
    const { id } = await mailing()
    await stepMailing(test.db.database, { payload: { mailingId: id }, completeIn: async () => {} } as unknown as Job)
    expect(await mailing()).toMatchObject({ state: 'done', queued: 2 })
    await act('content.withdraw', { text, reason: 'a mistake' })
    await test.work()
    for (const { to } of people) expect(await test.messagesTo(to)).toEqual([])
    expect(await mailing()).toMatchObject({ state: 'stopped', sent: 0, skipped: 2 })
  })

  it('only legal texts can be announced', async () => {
    await expect(act('content.publish-text', { text: 'announcement/x', expect: 1, tell: true })).rejects.toThrow(
      '--tell is only for legal texts.',
    )
  })
})
