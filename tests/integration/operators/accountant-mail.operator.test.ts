import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { monthAt, monthBefore } from '#shared/month-zones.ts'
import { findWaitingMessage, type WaitingMessage } from '#server/modules/outbox/outbox.service.ts'
import { renderMail } from '#server/modules/outbox/render-message.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { runAction } from '#server/operator/run-action.ts'
import type { Act } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import {
  confirmAccountantMail,
  mailDueMonth,
  setAccountantMail,
  stopAccountantMail,
} from '#server/workflows/exports/mail-accountant.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { createGate, eventually } from '../payments/payments.setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.db.asOwner('delete from accountant_mail; delete from outbox_messages; delete from audit_log'))

const where = () => ({ config: app.config, operator: ada })
const input = { email: 'books@example.org', language: 'zh-CN', reason: 'monthly list' } as const
const set = () => perform(app.db.database, 'exports.set-mail', input, where())
const show = () => perform(app.db.database, 'exports.show-mail', {}, where())
const work = () => mailDueMonth({ database: app.db.database, config: app.config })

/** Mails to an address that wait in the outbox, as they would be sent, oldest first. */
async function mailsTo(address: string) {
  const { brand, look } = await readSettings(app.db.database)
  const { publicOrigin, consoleOrigin } = app.config
  const rows = await app.db.asOwner<{ id: string }>('select id from outbox_messages order by id')
  const mails = []
  for (const { id } of rows) {
    const waiting = await findWaitingMessage(app.db.database, createKeyring(app.config.secretKey), id)
    const { content, template } = waiting as WaitingMessage
    if (content?.to === address)
      mails.push(renderMail({ ...content, template }, { brand, look, publicOrigin, consoleOrigin }))
  }
  return mails
}
const linkIn = (text: string | undefined, what: 'confirm' | 'stop'): string =>
  new RegExp(`${app.config.publicOrigin}(/zh-CN/mails/${what}/[\\w-]+)`).exec(text ?? '')?.[1] ?? 'no link'
const open = async (url: string) => {
  const { statusCode, headers } = await app.app.inject({ method: 'POST', url, headers: { accept: 'text/html' } })
  return `${statusCode} ${headers.location}`
}
async function confirm(): Promise<void> {
  await set()
  const [letter] = await mailsTo(input.email)
  expect(await open(linkIn(letter?.text, 'confirm'))).toBe('303 /zh-CN/mails/confirmed')
}
const audited = async () =>
  (await app.db.asOwner<{ action: string }>('select action from audit_log order by at, id')).map(({ action }) => action)

const lastMonth = async () => {
  const { monthZones } = await readSettings(app.db.database)
  return monthBefore(monthAt(monthZones, new Date()))
}

it('nothing is mailed before the address is confirmed by its link', async () => {
  await set()
  expect(await show()).toMatchObject({ state: 'unconfirmed', next: null })
  await work()
  const mails = await mailsTo(input.email)
  expect(mails).toHaveLength(1)
  const link = linkIn(mails[0]?.text, 'confirm')
  expect((await app.app.inject({ method: 'GET', url: link })).statusCode).toBe(404)
  expect(await show()).toMatchObject({ state: 'unconfirmed' })
  expect(await open(link)).toBe('303 /zh-CN/mails/confirmed')
  expect(await open(link), 'a second press').toBe('303 /zh-CN/mails/confirmed')
  expect(await show()).toMatchObject({ state: 'confirmed', sent: await lastMonth(), by: 'ada' })
  expect(await audited()).toEqual(['exports.set-mail', 'exports.mail-confirmed'])
})

it('a link that is a week old, or of another address, confirms nothing', async () => {
  await set()
  const [letter] = await mailsTo(input.email)
  const link = linkIn(letter?.text, 'confirm')
  await app.db.asOwner(`update accountant_mail set set_at = now() - interval '8 days'`)
  expect(await open(link)).toBe('303 /zh-CN/mails/over')
  await set()
  expect(await open(link)).toBe('303 /zh-CN/mails/over')
  expect(await open('/mails/confirm/accountant-AAAAAAAAAAAAAAAAAAAAAAAA')).toBe('303 /mails/over')
  expect(await show()).toMatchObject({ state: 'unconfirmed' })
})

it('when two owners save an address at once, one is saved and the other is refused with a reason', async () => {
  const gate = createGate()
  const held: Act<'exports.set-mail'> = async (...given) => {
    const saved = await setAccountantMail(...given)
    await gate.pass()
    return saved
  }
  const first = perform(
    app.db.database,
    'exports.set-mail',
    { ...input, email: 'one@example.org' },
    { ...where(), handler: held },
  )
  await gate.arrived
  const second = perform(app.db.database, 'exports.set-mail', { ...input, email: 'two@example.org' }, where()).then(
    () => 'saved',
    String,
  )
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into accountant_mail%'`
  await eventually(async () => (await app.db.asOwner(waiting)).length === 1)
  gate.open()
  await first
  expect(await second).toContain('Somebody has changed this')
  const mails = await Promise.all(['one@example.org', 'two@example.org'].map(mailsTo))
  expect(mails.map(({ length }) => length)).toEqual([1, 0])
})

it('a forged link, or one of the other kind, changes nothing and asks no database', async () => {
  await confirm()
  const { database } = app.db
  const transaction = vi.spyOn(database, 'transaction')
  const [letter] = await mailsTo(input.email)
  const [, token = ''] = /accountant-([\w-]+)/.exec(linkIn(letter?.text, 'confirm')) ?? []
  for (const forged of ['A'.repeat(101), token, `${token.slice(0, -2)}AA`])
    expect(await stopAccountantMail({ database, config: app.config }, `accountant-${forged}`)).toBe(false)
  for (const forged of ['A'.repeat(101), `${token.slice(0, -3)}AAA`, `${token}AAAA`])
    expect(await confirmAccountantMail({ database, config: app.config }, `accountant-${forged}`)).toBe(false)
  expect(transaction).not.toHaveBeenCalled()
  transaction.mockRestore()
  expect(await show()).toMatchObject({ state: 'confirmed' })
})

it('each month that ended is mailed once, also by runs at the same time and by repeated runs', async () => {
  await confirm()
  await work()
  expect(await mailsTo(input.email), 'no month has ended since').toHaveLength(1)
  const last = await lastMonth()
  await app.db.asOwner('update accountant_mail set sent_month = $1', [monthBefore(last)])
  await Promise.all([work(), work(), work()])
  await work()
  const [, ...monthly] = await mailsTo(input.email)
  expect(monthly.map(({ subject }) => subject)).toEqual([expect.stringContaining(last)])
  expect(monthly[0]?.text).toContain(`${app.config.consoleOrigin}/console/money/exports#list=accounting&month=${last}`)
  expect(monthly[0]?.html).toContain('停止接收此邮件')
  expect((await audited()).filter((action) => action === 'exports.mailed')).toHaveLength(1)
})

it('a run that is rolled back sends nothing, and the next one sends the month', async () => {
  await confirm()
  await app.db.asOwner('update accountant_mail set sent_month = $1', [monthBefore(await lastMonth())])
  await app.db.asOwner(`
    create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no disk'; end $$;
    create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit()`)
  await expect(work()).rejects.toThrow('no disk')
  await app.db.asOwner('drop trigger refuse_audit on audit_log; drop function refuse_audit()')
  expect(await mailsTo(input.email)).toHaveLength(1)
  await work()
  await work()
  expect(await mailsTo(input.email)).toHaveLength(2)
})

it('the link in the mail ends it and deletes the address', async () => {
  await confirm()
  await app.db.asOwner('update accountant_mail set sent_month = $1', [monthBefore(await lastMonth())])
  await work()
  const link = linkIn((await mailsTo(input.email))[1]?.text, 'stop')
  expect(await open(link)).toBe('303 /zh-CN/mails/accountant-stopped')
  expect(await open(link)).toBe('303 /zh-CN/mails/over')
  expect(await show()).toMatchObject({ address: null, state: 'none' })
  expect((await audited()).at(-1)).toBe('exports.mail-stopped')
})

it('an operator ends it, and the address is in no text that is kept', async () => {
  await confirm()
  await perform(app.db.database, 'exports.end-mail', { reason: 'another accountant' }, where())
  expect(await show()).toMatchObject({ state: 'none' })
  await app.db.asOwner('delete from outbox_messages')
  expect(JSON.stringify(await dumpTexts(app.db))).not.toContain(input.email)
})

it('refuses what is no address, an unchanged one, and a shop without a mail server', async () => {
  const codeOf = async (wish: object, config = app.config) => {
    const ran = await runAction('exports.set-mail', async () => ({ ...input, ...wish }), {
      database: app.db.database,
      config,
      operator: { ...ada, role: 'owner' },
      confirm: async () => ({ ok: true, value: null }),
    })
    return ran.ok ? 'accepted' : ran.refusal.sentence.code
  }
  expect(await codeOf({ email: 'books' })).toBe('field.wrong')
  await confirm()
  expect(await codeOf({})).toBe('form.unchanged')
  expect(await codeOf({ email: 'other@example.org' }, { ...app.config, mail: null })).toBe('mail.noServer')
})
