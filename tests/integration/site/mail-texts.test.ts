import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput, ActionName } from '#shared/contract/operator.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { readStanding } from '#server/modules/content/drafts.service.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { previewMail } from '#server/workflows/site/preview-mail.ts'
import { say } from '#text/say.ts'
import { exportContent, planContent } from '#server/workflows/site/publish-content.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, type IdentityTest } from '#tests/support/identity.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { giveAddress } from '#tests/support/sent-messages.ts'

let test: IdentityTest
let count = 0
beforeAll(async () => {
  test = await openIdentity()
})
afterEach(async () => {
  await test.db.asOwner('delete from content_drafts')
  await test.db.asOwner(`delete from content_texts where kind = 'mail'`)
  await test.forgetCodeLimits()
})
afterAll(() => test.close())

const act = <N extends ActionName>(name: N, input: ActionInput<N>) =>
  perform(test.db.database, name, input, { config: test.config, operator: ada })
const open = (slug: string) => act('content.open', { text: `mail/${slug}` })
type Draft = ActionInput<'content.save-draft'>

async function write(slug: string, change: Partial<Draft>) {
  const { fields, newest } = await open(slug)
  const baseOf = (language: string) => newest.find((each) => each.language === language)?.version ?? 0
  const base = { baseEn: baseOf('en'), baseZh: baseOf('zh-CN') }
  return act('content.save-draft', { ...fields, text: `mail/${slug}`, expect: 0, ...base, ...change })
}
async function publish(slug: string, change: Partial<Draft>) {
  const { version } = await write(slug, change)
  return act('content.publish-text', { text: `mail/${slug}`, expect: version })
}

async function refundFailed() {
  const { uid } = await registerThroughApi(test, `mail-${process.pid}-${count++}`)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  const address = `mail-${count}@example.com`
  await giveAddress(test.db.asOwner, row!.id, address)
  const facts = {
    orderId: crypto.randomUUID(),
    amountMinor: 4_242,
    currency: 'USD' as const,
    at: new Date().toISOString(),
  }
  await test.db.database.transaction((tx) =>
    notifyPeople(tx, [{ userId: row!.id, event: `mail ${count}`, template: 'refund-failed', facts }]),
  )
  await test.work()
  const [mail] = await test.messagesTo(address)
  return mail!
}
const anew = {
  titleEn: 'We could not send {{sum}}',
  summaryEn: 'Hold on',
  markdownEn: '{{sum}} is safe.\n\nWe write again.',
}

describe('custom mail texts', () => {
  it('custom texts replace the standard mail with the values of each message until withdrawn', async () => {
    const before = await refundFailed()
    const { versions } = await publish('refund-failed', anew)
    expect(versions).toEqual([{ language: 'en', before: 0, after: 1 }])
    const mail = await refundFailed()
    expect(mail.subject).toBe('We could not send $42.42')
    expect(mail.text).toContain('Hold on\n\n$42.42 is safe.\n\nWe write again.')
    expect(mail.html).toContain('$42.42 is safe.<br><br>We write again.')
    await act('content.withdraw', { text: 'mail/refund-failed', reason: 'enough' })
    expect((await refundFailed()).subject).toBe(before.subject)
    await act('content.restore', { text: 'mail/refund-failed', language: 'en', version: 1, reason: 'again' })
    expect((await refundFailed()).subject).toBe('We could not send $42.42')
  })

  it('custom mail texts are listed with all mails and appear on no page of the site', async () => {
    const before = await loadSiteData(test.db.database, test.config, test.payments.offers)
    await publish('refund-failed', anew)
    const { texts } = await act('content.list', {})
    const row = (slug: string) => texts.find(({ text }) => text === `mail/${slug}`)
    expect(row('refund-failed')).toMatchObject({ state: 'public', titleEn: anew.titleEn, titleZh: '退款要人工处理' })
    expect(row('account-code-register')).toMatchObject({
      state: 'standard',
      titleEn: 'Your {{brand}} code',
      missing: null,
    })
    expect((await loadSiteData(test.db.database, test.config, test.payments.offers)).version).toBe(before.version)
  })

  it('a custom text reset to the standard replaces nothing in that language', async () => {
    await publish('refund-failed', anew)
    const { standard } = await open('refund-failed')
    await publish('refund-failed', { ...standard })
    expect((await act('content.list', {})).texts.find(({ text }) => text === 'mail/refund-failed')?.state).toBe(
      'standard',
    )
    expect((await refundFailed()).subject).toBe('We’re handling your refund by hand')
  })

  it('a text without the amount, with unknown placeholders or foreign links is refused with the reason', async () => {
    const { version, findings } = await write('refund-failed', {
      ...anew,
      summaryEn: 'Hold {{rebate}}',
      markdownEn: 'See https://evil.example/pay',
    })
    expect(findings.map(({ finding, where }) => `${where} ${finding}`)).toEqual([
      'summaryEn unknown-placeholder',
      'markdownEn mail-link',
      'markdownEn needs-placeholder',
    ])
    const refused = act('content.publish-text', { text: 'mail/refund-failed', expect: version })
    await expect(refused).rejects.toThrow('--summary-en contains unknown placeholders: rebate')
    await expect(act('content.publish-text', { text: 'mail/refund-failed', expect: version })).rejects.toThrow(
      '--markdown-en lacks sum, which this mail must contain',
    )
    await expect(write('no-such-mail', {})).rejects.toThrow('There is no mail “no-such-mail”.')
  })

  it('a custom text that became invalid does not stop mails, and the standard text is sent', async () => {
    await publish('refund-failed', anew)
    await test.db.asOwner(`update content_texts set markdown = '{{gone}} {{' where kind = 'mail'`)
    expect((await refundFailed()).subject).toBe('We’re handling your refund by hand')
  })

  it('a custom text for a code mail keeps the code and its warning', async () => {
    await publish('account-code-register', {
      titleEn: 'Welcome to {{brand}}',
      summaryEn: 'Hello',
      markdownEn: 'Here it is:',
    })
    await test.call('/api/user/user_send_code', { purpose: 'register', kind: 'email', identifier: 'w@example.com' })
    const [mail] = await test.messagesTo('w@example.com')
    expect(mail!.subject).toBe('Welcome to Wayfare')
    expect(mail!.text).toMatch(/Hello\n\nHere it is:\n\n\d{6}\n\nIt is valid for 10 minutes\./)
  })

  it('the preview renders the mail with sample data', async () => {
    await write('refund-failed', anew)
    const standing = await readStanding(test.db.database, { kind: 'mail', slug: 'refund-failed' }, new Date())
    const html = await previewMail(test.db.database, test.config, standing, 'en')
    expect(html).toContain('We could not send $38.16')
    expect(html).toContain('$38.16 is safe.')
    expect(await previewMail(test.db.database, test.config, standing, 'zh-CN')).toContain('退款要人工处理')
  })

  it('custom mail texts are exported as files, and an import checks them by the same rules as publishing', async () => {
    await publish('refund-failed', { ...anew, actionEn: 'Look at it' })
    const files = await exportContent(test.db.database)
    const file = files.find(({ path }) => path === 'en/mails/refund-failed.md')
    expect(file?.text).toContain('action: Look at it')
    expect((await planContent(test.db.database, files, true)).changes).toEqual([])
    const broken = [{ path: 'en/mails/refund-failed.md', text: file!.text.replaceAll('{{sum}}', 'It') }]
    const { faults } = await planContent(test.db.database, broken, false)
    expect(faults.map((fault) => say('zh-CN', fault))).toEqual([expect.stringContaining('sum')])
    expect(faults.map((fault) => say('en', fault)).join()).toContain('lacks sum, which this mail must contain')
  })
})
