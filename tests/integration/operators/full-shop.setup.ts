import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { ActionInput, ActionName } from '#shared/contract/operator.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { sealAddress } from '#server/modules/operators/operators.service.ts'
import type { Config } from '#server/platform/config.ts'
import { parseCrypto } from '#server/platform/crypto-config.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform, testConfig } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'
import { runImport } from '#server/workflows/imports/run-import.ts'
import { oldFile, oldPerson } from '#tests/support/moving-in.ts'
import { startPanels } from '../tunnels/panels.setup.ts'

export type Examples = { readonly [N in ActionName]?: ActionInput<N> }
export type FullShop = {
  readonly db: TestDatabase
  /** Input for each action with which it changes something in this shop. */
  readonly examples: Examples
  close(): Promise<void>
}

const pooled = (network: string) =>
  JSON.stringify({ networks: { [network]: { rpcs: [{ url: 'http://127.0.0.1:1' }] } }, rates: { kind: 'fixed' } })
const configs = new Map<string, Config>()
/** Settings of the shop, made once for each network, because tests ask for them before every action. */
export function shopConfig(network = 'ethereum'): Config {
  const config = configs.get(network) ?? {
    ...testConfig(),
    // The pool of wallet addresses of a network needs no node.
    crypto: parseCrypto(pooled(network), 'a pool', false),
    mail: { url: 'smtp://127.0.0.1:1', from: 'shop@example.com' },
  }
  configs.set(network, config)
  return config
}
const config = shopConfig

export async function openFullShop(): Promise<FullShop> {
  const db = await createTestDatabase({ maxConnections: 6 })
  const panels = await startPanels()
  return {
    db,
    examples: await prepare(db, panels.settings.remnawave),
    async close() {
      await panels.app.close()
      await db.drop()
    },
  }
}

async function prepare(db: TestDatabase, remnawave: object): Promise<Examples> {
  const keys = generateKeyPairSync('ed25519')
  const [pem, otherPem] = [keys, generateKeyPairSync('ed25519')].map(({ publicKey }) =>
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ) as [string, string]
  const company = openCompany(db)
  const { database } = db
  const affiliate = await company.affiliate()
  await db.asOwner(
    `update affiliates set payout_chain = 'tron', payout_address = 'TABC', greeting_name = 'Anna' where user_id = $1`,
    [affiliate.userId],
  )
  const buy = async () => company.buy(await company.come(affiliate.inviteCode), { totalMinor: 80_000, currency: 'USD' })
  const [order, earlier] = [await buy(), await buy()]
  await company.passMonth()
  const month = new Date()
  const period = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
  const settled = await company.affiliate()
  await db.asOwner(
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by, prepared_by_id)
     values ('00000000-0000-4000-8000-00000000005e', $1, ($2 || '-01')::date, 100, 1, 'ada', $3)`,
    [settled.userId, period, ada.id],
  )
  const approved = await company.affiliate()
  await db.asOwner(`update affiliates set payout_chain = 'tron', payout_address = 'TXYZ' where user_id = $1`, [
    settled.userId,
  ])
  await db.asOwner(
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by, prepared_by_id, state, approved_by, approved_by_id,
       approved_at, chain, address)
     values ('00000000-0000-4000-8000-00000000006e', $1, ($2 || '-01')::date, 100, 1, 'ada', $3, 'approved', 'ben', $4, now() - interval '1 hour', 'tron', 'TUVW')`,
    [approved.userId, period, ada.id, ben.id],
  )
  for (const [{ userId, inviteCode }, id] of [
    [settled, '00000000-0000-4000-8000-00000000005e'],
    [approved, '00000000-0000-4000-8000-00000000006e'],
  ] as const) {
    await company.buy(await company.come(inviteCode), { totalMinor: 400, currency: 'USD' })
    await db.asOwner('update commissions set settlement_id = $2 where affiliate_id = $1', [userId, id])
  }
  await db.asOwner(
    `insert into payout_batches (id, approved_by, approved_by_id, payouts, amount_minor)
     values ('00000000-0000-4000-8000-00000000007e', 'ben', $1, 1, 100)`,
    [ben.id],
  )
  await db.asOwner(
    `update settlements set batch_id = '00000000-0000-4000-8000-00000000007e' where id = '00000000-0000-4000-8000-00000000006e'`,
  )
  // Another affiliate has the same payout wallet address: both are held.
  await db.asOwner(`update affiliates set payout_chain = 'tron', payout_address = 'TABC' where user_id = $1`, [
    (await company.affiliate()).userId,
  ])
  for (let holders = 0; holders < 2; holders++)
    await db.asOwner(
      `update affiliates set payout_chain = 'tron', payout_address = 'TDEF', payout_shared_with = 'tdef' where user_id = $1`,
      [(await company.affiliate()).userId],
    )
  const suspended = await company.affiliate()
  await perform(database, 'affiliates.suspend', { user: String(suspended.uid), reason: 'x' })
  await perform(database, 'commissions.hold', { order: earlier.orderId, reason: 'a test' })
  const refused = await company.come(affiliate.inviteCode)
  await perform(database, 'referrals.refuse', { user: String(refused.uid) })
  const retired = {
    id: 'plan-r',
    months: 1,
    devices: 1,
    nameEn: 'x',
    nameZh: 'x',
    currency: 'CNY',
    price: '60',
  } as const
  await perform(database, 'plans.add', retired)
  await perform(database, 'plans.retire', { id: retired.id })
  await db.asOwner(
    `insert into review_items (id, order_id, reason, details) values ('00000000-0000-4000-8000-00000000004e', $1, 'odd', '{}')`,
    [order.orderId],
  )
  const applicant = await company.person()
  await db.asOwner(
    `insert into affiliate_applications (id, user_id, channel, audience, message, contact, terms_version)
     values (gen_random_uuid(), $1, 'a blog', 'readers', 'hello', 'me@example.com', 1)`,
    [applicant.userId],
  )
  const held = await company.come(affiliate.inviteCode)
  await db.asOwner(`update referrals set verdict = 'held', reason = 'friends_payer' where user_id = $1`, [held.userId])
  await db.asOwner(
    `insert into groups (id, creator_id, goods_id, product_names, months, bonus_days, max_devices, size, payment_type, currency,
       unit_price_minor, expires_at)
     values ('PAGE0000001', $1, 'plan-12', '{"en": "x", "zh-CN": "x"}', 12, 0, 5, 2, 'pay_self', 'CNY', 1, now() + interval '1 hour')`,
    [held.userId],
  )
  await db.asOwner(
    `insert into group_seats (group_id, seat, user_id, payer_id, order_id, state, lease_until)
     values ('PAGE0000001', 2, $1, $1, $2, 'held', now() + interval '1 hour')`,
    [affiliate.userId, earlier.orderId],
  )
  await db.asOwner(`update groups set joined = 1 where id = 'PAGE0000001'`)
  await perform(database, 'promos.create', { code: 'STANDS', percent: '5', note: 'a test' })
  await perform(database, 'redeem.create', { name: 'stands', count: 1, months: 1, devices: 1 })
  const stock = 'a@example.com\tsecret\thttps://example.com/a'
  const video = { kind: 'video', file: stock, nameEn: 'Video', nameZh: '视频' }
  await perform(database, 'benefits.import', video, { config: config() })
  await perform(database, 'benefits.import', { ...video, kind: 'ended' }, { config: config() })
  await perform(database, 'benefits.end', { kind: 'ended', reason: 'x' })
  await db.asOwner(`insert into settings (key, value) values ('canaryKey', to_jsonb($1::text))`, [pem])
  await perform(database, 'operators.invite', { name: 'sam', role: 'support' }, { config: config() })
  await enqueueJob(database, 'waits', {}, { runAt: new Date(Date.now() + 3_600_000) })
  const [job] = await db.asOwner<{ id: string }>(`select id from pgboss.job where data->>'kind' = 'waits'`)
  await perform(database, 'promos.create', { code: 'PROPOSED', percent: '60', note: 'a test' })
  const [proposal] = await db.asOwner<{ id: string }>("select id from operator_proposals where state = 'open'")
  const trojan = '{"serverName":"n.example.org"}'
  const place = { group: 'eu', protocol: 'trojan', host: 'n.example.org', port: 443, serves: 'paid' } as const
  await perform(database, 'nodes.add', { name: 'stands', ...place, file: trojan }, { config: config() })
  await perform(database, 'nodes.add', { name: 'sleeps', ...place, file: trojan }, { config: config() })
  await perform(database, 'nodes.disable', { node: 'sleeps', reason: 'x' })
  await db.asOwner(
    `with device as (
       insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, 'a link', 'other') returning id)
     insert into tunnel_links (user_id, device_id, token_hash) select $1, id, 'digest' from device`,
    [affiliate.userId],
  )
  const user = String(affiliate.uid)
  const blocked = await company.person()
  await perform(database, 'people.block', { user: String(blocked.uid), toldReason: 'x', reason: 'x' })
  const [payer, blockedPayer] = ['ab'.repeat(32), 'cd'.repeat(32)]
  for (const digest of [payer, blockedPayer])
    await db.asOwner(`insert into payment_payers (payer, user_id) values (decode($1, 'hex'), $2)`, [
      digest,
      blocked.userId,
    ])
  await perform(database, 'payers.block', { payer: blockedPayer.slice(0, 16), reason: 'x' })
  const receiver = { url: 'https://receiver.example/', secrets: [`whsec_${randomBytes(32).toString('base64')}`] }
  const hook = { provider: 'hook', kind: 'webhook' as const, serves: ['paid'], file: JSON.stringify(receiver) }
  const accountKeys = (key: string) => ({
    connection: 'epay3' as const,
    values: JSON.stringify({ EPAY3_GATEWAY: 'https://pay.example/', EPAY3_PID: '7', EPAY3_KEY_FILE: key }),
    reason: 'x',
  })
  await perform(database, 'connections.set', accountKeys('the-former-key'), { config: config() })
  await perform(database, 'tunnels.set-provider', hook, { config: config() })
  const connected = await company.person()
  await perform(database, 'people.give-time', { user: String(connected.uid), days: 3, reason: 'x' })
  await db.asOwner(
    `update tunnel_deliveries set subject = 'wf_aaaaaaaaaaaaaaaaaaaa', drift = 'open there' where user_id = $1`,
    [connected.userId],
  )
  const wave = {
    provider: 'wave',
    kind: 'remnawave' as const,
    serves: ['paid'],
    file: JSON.stringify(remnawave),
  }
  await perform(database, 'tunnels.set-provider', wave, { config: config() })
  await perform(database, 'people.note', { user, text: 'x' })
  await db.asOwner(
    `insert into support_threads (id, user_id, waits_since, waits_for) values (gen_random_uuid(), $1, now(), uuidv7())`,
    [affiliate.userId],
  )
  await db.asOwner(`insert into support_threads (id, user_id, closed_at) values (gen_random_uuid(), $1, now())`, [
    blocked.userId,
  ])
  await db.asOwner(`insert into totp_factors (user_id, sealed_secret, confirmed_at) values ($1, '', now())`, [
    affiliate.userId,
  ])
  const [change] = await db.asOwner<{ id: string }>(
    `insert into account_changes (id, user_id, kind, due_at, lapses_at) values (gen_random_uuid(), $1, 'factor', now(), now()) returning id`,
    [connected.userId],
  )
  await db.asOwner(
    `insert into alerts (id, kind, subject, level, worst) values ('00000000-0000-4000-8000-0000000000a1', 'node-down', 'tokyo', 1, 1)`,
  )
  await db.asOwner(`update operators set sealed_email = $2 where id = $1`, [
    ben.id,
    sealAddress(createKeyring(config().secretKey), ben.id, 'ben@operators.example'),
  ])
  await enqueueJob(database, 'fails', {})
  const [dead] = await db.asOwner<{ id: string }>(
    `update pgboss.job set name = 'dead', source_name = name where data->>'kind' = 'fails' returning id`,
  )
  await db.asOwner(
    `insert into refunds (id, order_id, attempt_id, provider_txn_id, currency, amount_minor, reason, status, requested_by)
     values ('FAILED', $1, $2, $3, 'CNY', 100, 'x', 'failed', 'ada')`,
    [order.orderId, order.attemptId, `T${order.attemptId}`],
  )
  await perform(database, 'views.save', { name: 'kept', address: '/console/queue' }, { operator: ben })
  const caseId = '00000000-0000-4000-8000-0000000000ca'
  await db.asOwner(`insert into risk_cases (id) values ($1)`, [caseId])
  await db.asOwner(
    `insert into risk_events (id, case_id, rule, act, terms_version, user_id, inviter_id, other_ids, period, details)
     select gen_random_uuid(), $1, 'same_payer', 'hold', 1, user_id, inviter_id, array[inviter_id], '', '{}' from referrals limit 1`,
    [caseId],
  )
  const [view] = await db.asOwner<{ id: string }>('select id from operator_views')
  const [note] = await db.asOwner<{ id: string }>('select id from operator_notes')
  await db.asOwner(
    `insert into sessions (id, user_id, platform, device_id, ends_at) values (gen_random_uuid(), $1, 'ios', 'a phone', now() + interval '1 day')`,
    [affiliate.userId],
  )
  const [gift] = await db.asOwner<{ id: string }>('select id from membership_grants where user_id = $1', [
    connected.userId,
  ])
  const [device] = await db.asOwner<{ id: string }>('select id from devices where user_id = $1', [affiliate.userId])
  await perform(database, 'notice.set', { en: 'We move a node', zh: '正在迁移节点' })
  await perform(database, 'methods.pause', { method: 'wechat', reason: 'x' }, { config: config() })
  const drafted = {
    text: 'announcement/drafted',
    baseEn: 0,
    baseZh: 0,
    titleEn: 'x',
    titleZh: 'x',
    markdownEn: 'x',
    markdownZh: 'x',
    date: '2026-01-05',
  }
  const gone = { ...drafted, text: 'announcement/gone', expect: 0 }
  const { version } = await perform(database, 'content.save-draft', gone, { config: config() })
  await perform(database, 'content.publish-text', { text: gone.text, expect: version }, { config: config() })
  await perform(database, 'content.withdraw', { text: gone.text, reason: 'x' })
  await perform(database, 'content.withdraw', { text: 'faq/code-not-received', reason: 'x' })
  const accountant = { email: 'books@example.org', language: 'en', reason: 'x' } as const
  await perform(database, 'exports.set-mail', accountant, { config: config() })
  const draft = await perform(database, 'content.save-draft', { ...drafted, expect: 0 }, { config: config() })
  const app = { platform: 'windows', address: 'https://dl.example.com/a.exe', sha256: 'ab'.repeat(32) } as const
  const needs = { requiresEn: 'Windows 10', requiresZh: 'Windows 10' }
  for (const at of ['8001.0', '8002.0'])
    await perform(database, 'clients.publish', { ...app, ...needs, version: at }, { config: config() })
  const words = {
    subjectEn: 'x',
    subjectZh: 'x',
    headingEn: 'x',
    headingZh: 'x',
    bodyEn: 'x',
    bodyZh: 'x',
    buttonEn: 'x',
    buttonZh: 'x',
    page: '/pricing',
  }
  await db.asOwner(
    `insert into mailings (kind, name, filter, texts, send_at, next_at, per_minute, state, operator)
     select 'news', upper(s), '{}', '{}', '2099-01-01', '2099-01-01', 60, s, 'ada' from unnest(array['waiting', 'paused']) s`,
  )
  const mailingIds = await db.asOwner<{ id: string; state: string }>('select id, state from mailings')
  const mailingIn = (state: string) => mailingIds.find((each) => each.state === state)!.id
  await perform(database, 'segments.save', { name: 'payers', paid: 'yes' })
  await perform(database, 'replies.save', { name: 'arrived', textEn: 'It arrived', textZh: '已到账' })
  await db.asOwner('update users set news_since = now() where id = $1', [connected.userId])
  await db.asOwner(
    `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at) values ($1, 'email', 'news@example.com', 'news@example.com', now())
     on conflict do nothing`,
    [connected.userId],
  )
  await db.asOwner(`insert into secret_keys (id, is_root) values ('0123abcd', false)`)
  const books = { endpoint: 'books', webhookAddress: 'https://books.example/hook', eventKinds: ['order.paid'] }
  await perform(database, 'webhooks.add', books, { config: config() })
  await perform(database, 'api.make-key', { keyName: 'books', scopes: ['orders:read', 'figures:read'] })
  const { id: sentEvent } = await perform(database, 'webhooks.test', { endpoint: 'books' })
  await db.asOwner(`update webhook_deliveries set state = 'delivered', next_at = null, ended_at = now()`)
  const { items: releases } = await perform(database, 'clients.list', {})
  const addImport = (number: number) =>
    perform(database, 'imports.add', { source: 'xboard', file: oldFile('xboard', [oldPerson(number)]) })
  const [imported, waiting, discarded] = [await addImport(1), await addImport(2), await addImport(3)]
  await perform(database, 'imports.start', { id: imported.id, plans: ['2=plan-1'] })
  await runImport(database, {
    payload: { importId: imported.id },
    signal: new AbortController().signal,
    completeIn: async () => {},
  })
  const id = '00000000-0000-4000-8000-00000000005e'
  const statement = `A statement\nDate: ${new Date().toISOString().slice(0, 10)}\n\nAll is well.\n`
  return {
    'alerts.acknowledge': { alert: '00000000-0000-4000-8000-0000000000a1' },
    'notifications.set': { quiet: '22:00-07:00' },
    'notifications.test': { channel: 'mail' },
    'people.create': { kind: 'email', address: 'newcomer@example.com', spokenIn: 'en', reason: 'x' },
    'people.give-time': { user, days: 3, reason: 'x' },
    'settings.set': { setting: 'refundDays', value: '14', reason: 'x' },
    'rehearsals.set-price': { currency: 'CNY', price: '2' },
    'shop.switch': { state: 'closed', reason: 'x' },
    'notice.set': { en: 'Back soon', zh: '稍后恢复' },
    'notice.clear': {},
    'methods.pause': { method: 'alipay', reason: 'x' },
    'connections.set': accountKeys('the-next-key'),
    'connections.remove': { connection: 'epay3', reason: 'x' },
    'connections.test': { connection: 'alipay' },
    'routes.set': { method: 'alipay', currency: 'CNY', provider: 'stripe', reason: 'x' },
    'methods.resume': { method: 'wechat', reason: 'x' },
    'people.block': { user, toldReason: 'x', reason: 'x' },
    'people.end-sessions': { user, reason: 'x' },
    'people.unbind-device': { user, device: device!.id, reason: 'x' },
    'people.reverse-grant': { user: String(connected.uid), grant: gift!.id, reason: 'x' },
    'people.ask-reverse-grant': { user: String(connected.uid), grant: gift!.id, reason: 'x' },
    'people.reset-second-factor': { user, reason: 'x' },
    'people.change-address': { user, kind: 'email', address: 'moved@example.com', reason: 'x' },
    'people.export-data': { user, reason: 'x' },
    'people.erase': { user, reason: 'x' },
    'refunds.ask': { order: order.orderId, amount: '1', reason: 'x' },
    'refunds.batch': { orders: [earlier.orderId], reason: 'x' },
    'refunds.retry': { refund: 'FAILED', reason: 'x' },
    'cases.release': { id: caseId, reason: 'x' },
    'cases.void': { id: caseId, reason: 'x' },
    'commissions.void': { order: earlier.orderId, reason: 'x' },
    'keys.reseal': {},
    'keys.retire': { key: '0123abcd', reason: 'x' },
    'jobs.drop': { job: dead!.id, reason: 'x' },
    'people.stop-change': { change: change!.id, reason: 'x' },
    'people.note': { user, text: 'x' },
    'messages.take': { user },
    'messages.answer': { user, text: 'x' },
    'messages.tag': { user, tags: ['speed'] },
    'views.save': { name: 'x', address: '/console/today' },
    'views.rename': { view: view!.id, name: 'y' },
    'views.remove': { view: view!.id },
    'messages.reopen': { user: String(blocked.uid) },
    'messages.close': { user },
    'people.strike-note': { note: note!.id },
    'tunnels.set-provider': { ...hook, serves: ['trial'] },
    'tunnels.test-settings': { provider: 'hook', kind: 'webhook', url: receiver.url },
    'tunnels.remove-provider': { provider: 'hook', abandon: true, reason: 'x' },
    'tunnels.compare': { provider: 'wave' },
    'tunnels.let-close': { provider: 'hook', reason: 'x' },
    'tunnels.apply': { user: String(connected.uid), reason: 'x' },
    'tunnels.drop': { user: String(connected.uid), reason: 'x' },
    'payers.block': { payer: payer.slice(0, 16), reason: 'x' },
    'payers.unblock': { payer: blockedPayer.slice(0, 16), reason: 'x' },
    'people.unblock': { user: String(blocked.uid), reason: 'x' },
    'tunnels.rotate': { user, reason: 'x' },
    'nodes.add': {
      name: 'previewed',
      group: 'eu',
      protocol: 'trojan',
      host: 'n.example.org',
      port: 443,
      serves: 'paid',
      file: trojan,
    },
    'nodes.edit': { node: 'stands', port: 8443 },
    'nodes.disable': { node: 'stands', reason: 'x' },
    'nodes.rotate-token': { node: 'stands' },
    'nodes.install': { node: 'stands' },
    'nodes.remove': { node: 'sleeps', reason: 'x' },
    'orders.refund': { order: order.orderId, all: true, reason: 'x' },
    'queue.take': { id: '00000000-0000-4000-8000-00000000004e' },
    'reviews.decide': { id: '00000000-0000-4000-8000-00000000004e', decision: 'refund', reason: 'x' },
    'reviews.ask-decide': { id: '00000000-0000-4000-8000-00000000004e', decision: 'keep', reason: 'x' },
    'payments.reconcile': { days: 1 },
    'groups.remove-seat': { group: 'PAGE0000001', seat: 2, reason: 'x' },
    'groups.ask-remove-seat': { group: 'PAGE0000001', seat: 2, reason: 'x' },
    'groups.ask-expire': { group: 'PAGE0000001', reason: 'x' },
    'groups.expire': { group: 'PAGE0000001', reason: 'x' },
    'plans.add': { id: 'plan-x', months: 1, devices: 1, nameEn: 'x', nameZh: 'x', currency: 'CNY', price: '35' },
    'plans.set-price': { id: 'plan-1', currency: 'CNY', price: '36' },
    'plans.set-group-price': { id: 'plan-1', currency: 'CNY', size: 2, price: '30' },
    'plans.describe': { id: 'plan-1', nameEn: 'One', nameZh: '一' },
    'plans.retire': { id: 'plan-1' },
    'plans.restore': { id: retired.id },
    'promos.create': { code: 'PREVIEWED', percent: '60', note: 'x' },
    'promos.disable': { code: 'STANDS' },
    'redeem.create': { name: 'previewed', count: 600, months: 1, devices: 1 },
    'redeem.disable': { name: 'stands' },
    'affiliates.approve': { user: String(applicant.uid) },
    'affiliates.reject': { user: String(applicant.uid), reason: 'x' },
    'affiliates.clear-name': { user, reason: 'x' },
    'affiliates.suspend': { user, reason: 'x' },
    'affiliates.resume': { user: String(suspended.uid) },
    'affiliates.set-tier': { user, tier: 'top' },
    'commissions.hold': { order: order.orderId, reason: 'x' },
    'commissions.release': { order: earlier.orderId },
    'referrals.release': { user: String(held.uid) },
    'referrals.refuse': { user: String(held.uid) },
    'referrals.reopen': { user: String(refused.uid) },
    'referrals.correct': { user: String(held.uid), reason: 'x' },
    'payouts.prepare': { period },
    'payouts.set-zone': { zone: 'Asia/Shanghai', reason: 'x' },
    'payouts.approve': { id, address: 'TXYZ' },
    'payouts.approve-batch': { payouts: [`${id}=TXYZ`] },
    'payouts.file': { batch: '00000000-0000-4000-8000-00000000007e', chain: 'tron' },
    'payouts.check-file': {
      batch: '00000000-0000-4000-8000-00000000007e',
      chain: 'tron',
      file: 'token_type,token_address,receiver,amount,id,chain,payout\r\n',
    },
    'payouts.paid-batch': {
      batch: '00000000-0000-4000-8000-00000000007e',
      file: `00000000-0000-4000-8000-00000000006e,${randomBytes(32).toString('hex')}`,
    },
    'payouts.allow-address': { address: 'TABC', reason: 'x' },
    'payouts.hold-address': { address: 'TDEF', reason: 'x' },
    'payouts.paid': {
      id: '00000000-0000-4000-8000-00000000006e',
      hash: randomBytes(32).toString('hex'),
      sentBefore: 'x',
    },
    'payouts.cancel': { id, reason: 'x' },
    'terms.publish': {
      file: JSON.stringify({ ...defaultTerms, version: 99, since: new Date().toISOString().slice(0, 10) }),
    },
    'benefits.import': { kind: 'video', file: stock.replaceAll('a@', 'b@') },
    'benefits.withdraw': { kind: 'video', account: 'a@example.com', reason: 'x' },
    'benefits.describe': { kind: 'video', nameEn: 'Films', nameZh: '影视' },
    'benefits.end': { kind: 'video', reason: 'x' },
    'benefits.resume': { kind: 'ended', reason: 'x' },
    'content.publish': {
      folder: ['en', 'zh-CN'].map((language) => ({
        path: `${language}/pages/preview.md`,
        text: '---\ntitle: x\ndate: 2026-01-05\nsummary: x\n---\n\nx\n',
      })),
    },
    'content.save-draft': { ...drafted, text: 'announcement/other', expect: 0 },
    'content.discard-draft': { text: drafted.text, expect: draft.version },
    'content.publish-text': { text: drafted.text, expect: draft.version },
    'content.withdraw': { text: 'announcement/welcome', reason: 'x' },
    'content.publish-samples': {},
    'content.withdraw-samples': { reason: 'x' },
    'content.restore': { text: 'announcement/gone', language: 'en', version: 1, reason: 'x' },
    'canary.key': { file: otherPem },
    'replies.save': { name: 'latecomers', textEn: 'Hello {{orderNumber}}', textZh: '你好 {{orderNumber}}' },
    'replies.remove': { reply: 'arrived' },
    'segments.save': { name: 'latecomers', paid: 'no' },
    'segments.remove': { segment: 'payers' },
    'webhooks.add': { endpoint: 'new-hook', webhookAddress: 'https://new.example/hook', eventKinds: ['order.paid'] },
    'webhooks.change': { endpoint: 'books', eventKinds: ['ticket.opened'] },
    'webhooks.rotate-secret': { endpoint: 'books' },
    'webhooks.switch': { endpoint: 'books' },
    'webhooks.remove': { endpoint: 'books' },
    'webhooks.send-again': { id: sentEvent },
    'webhooks.test': { endpoint: 'books' },
    'api.make-key': { keyName: 'new-key', scopes: ['orders:read'] },
    'api.revoke-key': { keyName: 'books' },
    'mailings.test': { inLanguage: 'en', ...words },
    'mailings.send': { name: 'x', ...words, tested: true },
    'mailings.pause': { mailing: mailingIn('waiting') },
    'mailings.resume': { mailing: mailingIn('paused') },
    'mailings.stop': { mailing: mailingIn('waiting'), reason: 'x' },
    'clients.publish': { ...app, version: '8003.0' },
    'clients.withdraw': { platform: 'windows', reason: 'x' },
    'clients.restore': { release: releases.find(({ version: at }) => at === '8001.0')!.id, reason: 'x' },
    'canary.publish': {
      file: statement,
      signature: sign(null, Buffer.from(statement), keys.privateKey).toString('base64'),
    },
    'crypto.import-addresses': { network: 'ethereum', file: '0x5c2df5C6c5EA61Bb365BC96F13CC1e8D1272e85c the first' },
    'jobs.run': { job: job!.id },
    'exports.start': { list: 'people', personal: true },
    'exports.set-mail': { email: 'other-books@example.org', language: 'en', reason: 'x' },
    'exports.end-mail': { reason: 'x' },
    'imports.add': { source: 'xboard', file: oldFile('xboard', [oldPerson(9)]) },
    'imports.discard': { id: discarded.id },
    'imports.start': { id: waiting.id, plans: ['1=plan-1'] },
    'imports.undo': { id: imported.id },
    'marketing.export': { from: '2026-01-01', until: '2026-01-02' },
    'operators.invite': { name: 'previewed', role: 'owner' },
    'operators.change': { name: 'sam', role: 'finance' },
    'operators.reset-factor': { name: 'sam', reason: 'x' },
    'operators.disable': { name: 'sam', reason: 'x' },
    'operators.set-address': { email: 'previewed@example.com' },
    'limits.change': { promoPercent: 60, reason: 'x' },
    'approvals.grant': { id: proposal!.id },
    'approvals.refuse': { id: proposal!.id, reason: 'x' },
  }
}
