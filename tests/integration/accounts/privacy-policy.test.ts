import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorReportDays } from '#shared/error-report.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { graceDays } from '#server/modules/accounts/deletion.service.ts'
import { originDays } from '#server/modules/marketing/marketing.rules.ts'
import { noticeDays } from '#shared/notice-days.ts'
import { toldDays } from '#server/modules/outbox/outbox.queries.ts'
import { unpaidOrderDays } from '#server/modules/orders/orders.rules.ts'
import { notificationDays } from '#server/modules/payments/payment-traces.service.ts'
import { watchDays } from '#server/modules/payments/query-schedule.rules.ts'
import { formerPayerDays } from '#server/modules/referrals/referrals.rules.ts'
import { changeDays } from '#server/modules/account-changes/account-changes.rules.ts'
import { absoluteLifeDays, networkHours, signInDays } from '#server/modules/sessions/sessions.rules.ts'
import { supportDays, supportIdleDays } from '#shared/support-limits.ts'
import { onlineMinutes, usageDays } from '#server/modules/tunnels/reported-traffic.rules.ts'
import { webhookDays } from '#server/modules/webhooks/webhooks.rules.ts'
import { contentFacts } from '#server/workflows/site/content-facts.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

/** Section and words of the policy about a table in both languages. `fact`: its retention as a number, if stated. */
type Told = { section: string; en: string; zh: string; fact?: string }
const told = (section: string, en: string, zh: string, fact?: string): Told => ({
  section,
  en,
  zh,
  ...(fact !== undefined && { fact }),
})
const account = told(
  'how-long',
  'Account data stays until you delete the account',
  '账号数据保存到你注销为止',
  'deletionDays',
)
const sessions = told('account', '**Sessions**', '**会话**', 'sessionDays')
const factors = told('account', '**Second step, passkeys, recovery codes**', '**二次验证、通行密钥、恢复码**')
const money = told('payments', 'Tax law makes us keep such records for years', '税法要求这类记录保存若干年')
const chain = told('payments', 'If you pay with cryptocurrency', '用加密货币付款时')
const order = told(
  'payments',
  'Any other order that was never paid is deleted',
  '其他从未付款的订单',
  'unpaidOrderDays',
)
const group = told('payments', 'so is a group in which no one paid', '没有人付过款的拼团也一样', 'unpaidOrderDays')
const invited = told('cookies', '**Who invited you**', '**谁邀请了你**')
const abuse = told('not-kept', 'a keyed digest of it that limits abuse', '为防滥用留有加密摘要', 'abuseHours')

const support = told('account', '**Messages to support**', '**联系客服**', 'supportDays')

/** Every table with the policy's words about it, or the reason why it has no personal data. */
const tables: Readonly<Record<string, Told | string>> = {
  users: told('account', '**Password**', '**密码**'),
  account_identifiers: told('account', '**Account name, email address, phone number**', '**账号名、邮箱、手机号**'),
  former_identifiers: told('account', 'Earlier ones stay until you delete', '以前用过的保存到注销为止'),
  account_deletions: account,
  tunnel_deliveries: told('account', '**Tunnels**', '**连接**'),
  tunnel_providers: 'which panels open tunnels, with sealed settings',
  account_changes: told('account', '**A change that waits**', '**待生效的变更**', 'changeDays'),
  account_blocks: told('account', '**A block**', '**停用**'),
  sessions,
  session_tokens: sessions,
  login_codes: sessions,
  sign_in_steps: sessions,
  sign_in_events: told('account', '**Logins**', '**登录记录**', 'signInDays'),
  devices: told('account', '**Devices**', '**设备**'),
  device_lists: told('account', '**Devices**', '**设备**'),
  device_secrets: told('account', '**Devices**', '**设备**'),
  totp_factors: factors,
  recovery_codes: factors,
  passkeys: factors,
  passkey_challenges: factors,
  risk_signals: told('account', '**What two accounts share**', '**多个账号的共同点**', 'moneySignalDays'),
  risk_dues: 'who has yet to be looked at, for seconds',
  risk_cases: told(
    'account',
    'what was seen and what someone of us decided',
    '发现的情况和人工处理结果',
    'moneySignalDays',
  ),
  risk_events: told(
    'account',
    'what was seen and what someone of us decided',
    '发现的情况和人工处理结果',
    'moneySignalDays',
  ),
  trial_claims: told('account', '**Free trial**', '**免费试用**'),
  trial_devices: told('account', '**Free trial**', '**免费试用**'),
  limit_counters: abuse,
  recent_registrations: abuse,
  sent_codes: 'digests of whom codes were asked for, for minutes',
  outbox_messages: told('how-long', 'dropped as soon as they are delivered', '送达后即删除内容', 'toldDays'),
  sms_spent: 'counts by day and country',
  orders: order,
  order_events: order,
  payment_attempts: order,
  payment_facts: order,
  refunds: money,
  review_items: money,
  ledger_postings: money,
  exports: 'files that operators asked for, for a day',
  accountant_mail: 'the address of the operator’s accountant',
  export_parts: 'files that operators asked for, for a day',
  daily_revenue: 'sums of a day',
  daily_plan_revenue: 'sums of a day',
  daily_funnel: 'counts of a day',
  daily_folds: 'which days are added up',
  daily_members: 'how many members there were, by day',
  fold_watch: 'numbers of transactions, for minutes',
  receipt_series: 'how far numbers of receipts have run',
  receipts: told('payments', 'A name that you put on a receipt', '你填的收据抬头'),
  membership_grants: money,
  memberships: money,
  promo_users: order,
  promo_uses: order,
  redeem_codes: money,
  groups: group,
  group_seats: group,
  group_events: group,
  provider_events: told('payments', 'We keep that message sealed', '我们把它加密封存', 'notificationDays'),
  payment_payers: told('payments', 'A keyed digest says whether two orders', '另有一个加密摘要'),
  blocked_payers: told('payments', 'stays as long as the block does', '保留到恢复为止'),
  held_payments: order,
  former_payers: told('payments', 'the digest alone stays, under a pseudonym', '只保留这个摘要本身', 'formerPayerDays'),
  crypto_addresses: chain,
  crypto_accounts: chain,
  crypto_deposits: chain,
  chain_transfers: chain,
  statement_days: 'counts by provider and day',
  stray_days: 'counts by network and day',
  crypto_refunds: chain,
  referrals: invited,
  referral_rewards: invited,
  inviter_totals: invited,
  marketing_visits: told('cookies', 'its code is kept for', '来源代码会保存', 'attributionDays'),
  marketing_steps: told('cookies', 'its code is kept for', '来源代码会保存', 'attributionDays'),
  marketing_origins: told('cookies', 'click code stays with your account', '点击代码随账号保存', 'conversionDays'),
  affiliates: money,
  affiliate_applications: account,
  affiliate_campaigns: invited,
  affiliate_days: money,
  affiliate_folds: 'days and when they were added up',
  affiliate_open_days: money,
  affiliate_open_folds: 'a moment and what ran in the database then',
  affiliate_months: money,
  affiliate_suspensions: money,
  commissions: money,
  commission_holds: money,
  commission_hold_folds: 'days and when they were added up',
  settlements: money,
  payout_batches: money,
  payout_files: money,
  benefit_stock: account,
  error_reports: told('errors', 'No account, no address, no query', '不带账号、网址参数、网络地址', 'errorDays'),
  goods: 'what is sold',
  goods_prices: 'what is sold',
  group_prices: 'what is sold',
  promo_codes: 'codes of the operator',
  redeem_batches: 'codes of the operator',
  benefit_kinds: 'what members get',
  affiliate_terms: 'terms',
  chain_cursors: 'how far chains were read',
  provider_health: 'whether providers answer',
  connection_health: 'whether connections work',
  connection_keys: 'sealed keys of the operator’s accounts',
  settings: 'the operator’s settings',
  content_texts: 'the operator’s texts',
  content_drafts: 'drafts of the operator’s texts',
  segments: 'filters over people; they name none',
  mailings: 'what the operator sends to many',
  mailing_people: told('account', '**News by mail**', '**资讯邮件**', 'toldDays'),
  testimonials: 'published with consent by the operator',
  client_releases: 'apps',
  client_history: 'apps',
  status_measurements: 'measurements of the service',
  service_days: 'measurements of the service, by day',
  canary_statements: 'statements of the operator',
  audit_log: 'what operators did',
  operators: 'who works for the shop',
  operator_sessions: 'who works for the shop',
  operator_proposals: 'who works for the shop',
  alerts: 'what in the shop needs a look: names of things, of no person',
  alert_notices: 'which operator was told of what',
  api_keys: 'which keys operators gave to their own systems, as digests',
  webhook_endpoints: 'which systems of the operator receive events, sealed',
  webhook_events: told('account', '**Events for our own systems**', '**推送给自有系统的事件**', 'webhookDays'),
  webhook_deliveries: told('account', '**Events for our own systems**', '**推送给自有系统的事件**', 'webhookDays'),
  alert_messages: 'which operator was told of what',
  operator_notifications: 'how an operator wants to be told',
  operator_views: 'addresses of the console that operators keep',
  operator_submissions: 'random numbers, for a day',
  operator_passkeys: 'who works for the shop',
  operator_challenges: 'random numbers, for minutes',
  operator_notes: told('account', '**Notes of our support**', '**客服备注**'),
  support_threads: support,
  support_entries: support,
  support_images: support,
  support_replies: 'texts of operators, with placeholders instead of facts about people',
  tunnel_nodes: 'servers of the operator',
  tunnel_node_days: 'bytes of each server a day, all people together',
  tunnel_old_links: told('account', '**Links for other apps**', '**其他应用的链接**'),
  imports: 'which files operators added',
  import_rows: told('account', '**An earlier account**', '**原账号**'),
  imported_people: told('account', '**An earlier account**', '**原账号**'),
  imported_orders: told('account', '**An earlier account**', '**原账号**'),
  tunnel_links: told('account', '**Links for other apps**', '**其他应用的链接**'),
  tunnel_usage: told('account', '**Traffic**', '**流量**', 'usageDays'),
  tunnel_online: told('not-kept', 'how many addresses', '几个网络地址', 'onlineMinutes'),
  signed_nonces: 'random numbers, for minutes',
  signed_nonces_ahead: 'random numbers, for minutes',
  job_schedules: 'when work recurs',
  schema_version: 'migrations',
  secret_keys: 'which keys seal, by digests of them',
}

const policyIn = (language: 'en' | 'zh-CN') =>
  readFile(path.join(import.meta.dirname, `../../../content/${language}/clauses/privacy-policy.md`), 'utf8')
function sectionOf(policy: string, name: string): string {
  const [, ...sections] = policy.split(/^## /m)
  return sections.find((section) => section.split('\n', 1)[0]?.includes(`{#${name}}`)) ?? ''
}

describe('privacy policy', () => {
  it('the policy covers every table with personal data, in both languages', async () => {
    const found = await db.asOwner<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    expect(found.map(({ name }) => name)).toEqual(Object.keys(tables).toSorted())
    const [en, zh] = [await policyIn('en'), await policyIn('zh-CN')]
    const missing = Object.entries(tables).flatMap(([table, how]) => {
      if (typeof how === 'string') return []
      const pairs = [
        [en, how.en],
        [zh, how.zh],
      ] as const
      return pairs.flatMap(([policy, words]) => {
        const section = sectionOf(policy, how.section)
        return [words, ...(how.fact === undefined ? [] : [`{{${how.fact}}}`])]
          .filter((part) => !section.includes(part))
          .map((part) => `${table}: ${part}`)
      })
    })
    expect(missing).toEqual([])
  })

  it('the policy states the numbers of the rules and no others', async () => {
    const settings = await readSettings(db.database)
    const facts = contentFacts(settings, [], 'en')
    expect(facts).toMatchObject({
      abuseHours: String(networkHours),
      signInDays: String(signInDays),
      webhookDays: String(webhookDays),
      sessionDays: String(absoluteLifeDays),
      deletionDays: String(graceDays),
      formerPayerDays: String(formerPayerDays),
      notificationDays: String(notificationDays),
      unpaidOrderDays: String(unpaidOrderDays),
      errorDays: String(errorReportDays),
      conversionDays: String(originDays),
      attributionDays: String(settings.affiliateTerms.attributionDays),
      toldDays: String(toldDays),
      noticeDays: String(noticeDays),
      usageDays: String(usageDays),
      onlineMinutes: String(onlineMinutes),
      changeDays: String(changeDays),
      supportDays: String(supportDays),
      supportIdleDays: String(supportIdleDays),
    })
    const rules = [
      'abuseHours',
      'signInDays',
      'sessionDays',
      'deletionDays',
      'formerPayerDays',
      'notificationDays',
      'unpaidOrderDays',
      'errorDays',
      'toldDays',
      'noticeDays',
      'usageDays',
      'onlineMinutes',
      'changeDays',
      'supportDays',
      'supportIdleDays',
    ]
    for (const policy of [await policyIn('en'), await policyIn('zh-CN')]) {
      for (const rule of [...rules, 'conversionDays', 'attributionDays']) expect(policy).toContain(`{{${rule}}}`)
      // Every period in days or hours must come from a rule.
      const prose = policy.slice(policy.indexOf('---', 3) + 3)
      expect(prose.match(/\d+ ?(?:days?|hours?|minutes?|天|小时|分钟)/g)).toBeNull()
    }
  })

  it('the terms state the limits for rewards, trials and seats', async () => {
    const wanted = {
      trialsOfNetwork: '3',
      unpaidSeats: '2',
      seatPauseMinutes: '60',
      freeableMinutes: '10',
      paidLeaves: '2',
      paidLeaveHours: '24',
      payoutRestHours: '72',
    }
    expect(contentFacts(await readSettings(db.database), [], 'en')).toMatchObject(wanted)
    for (const language of ['en', 'zh-CN']) {
      const terms = await readFile(path.join('content', language, 'clauses/terms-of-service.md'), 'utf8')
      for (const name of [...Object.keys(wanted), 'riskRules']) expect(terms).toContain(`{{${name}}}`)
    }
  })

  it('payment codes are dropped after the one day that the policy states', () => {
    expect(watchDays).toBe(1)
  })

  it('network limits last no longer than the day that the policy states', async () => {
    const { limits } = await import('#server/modules/limits/limits.rules.ts')
    for (const { seconds } of Object.values(limits)) expect(seconds).toBeLessThanOrEqual(networkHours * 3_600)
  })
})
