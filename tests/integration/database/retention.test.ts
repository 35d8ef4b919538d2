import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetOldRegistrations } from '#server/modules/accounts/accounts.queries.ts'
import { forgetIdleTransfers } from '#server/modules/chains/idle-transfers.service.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import { idleTransferDays } from '#server/modules/chains/stray-limits.rules.ts'
import { notificationDays } from '#server/modules/payments/payment-traces.service.ts'
import { watchDays } from '#server/modules/payments/query-schedule.rules.ts'
import { forgetExpired } from '#server/modules/sessions/sessions.service.ts'
import { forgetPaymentTraces } from '#server/workflows/orders/forget-unpaid.ts'
import { createSchedules } from '#server/workflows/jobs/job-intervals.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'

let db: TestDatabase
let userId: string
beforeAll(async () => {
  db = await createTestDatabase()
  ;({ userId } = await createUser(db.database))
})
afterAll(() => db.drop())

const left = async (text: string) => (await db.asOwner<{ name: string }>(text)).map(({ name }) => name)
const within = (days: number) => `${days - 1} days 23 hours 59 minutes`
const over = (days: number) => `${days} days 1 minute`

it('every table has a retention rule, and every cleanup named there is scheduled', async () => {
  const decision = await readFile(
    path.join(import.meta.dirname, '../../../docs/decisions/what-is-kept-and-how-long.md'),
    'utf8',
  )
  const lines = decision.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Tables'))
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  const named = (cell = '') => [...cell.matchAll(/`([a-z_-]+)`/g)].map(([, name]) => name!)
  const tables = await left(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  expect([...new Set(cells.flatMap(([, what]) => named(what)))].toSorted()).toEqual(tables.toSorted())
  const scheduled = createSchedules([], { takesCrypto: true, tellsPanels: true }).map(({ kind }) => kind)
  const swept = [...new Set(cells.flatMap(([, , , by]) => named(by)))]
  expect(swept.length).toBeGreaterThan(5)
  expect(swept.filter((kind) => !scheduled.includes(kind))).toEqual([])
})

it('every column with a token, digest, hash, secret or sealed value is kept as its row or has a rule of its own', async () => {
  // Columns whose names look secret but whose values are public: hashes on a chain, the address of a token contract,
  // the hour of a daily mail, the signature of a published statement.
  const open = [
    'canary_statements.signature',
    'chain_cursors.hash',
    'chain_transfers.block_hash',
    'chain_transfers.tx_hash',
    'crypto_deposits.token',
    'crypto_refunds.tx_hash',
    'operator_notifications.digest_at',
    'settlements.transaction_hash',
  ]
  // Columns that are kept as long as their row.
  const keptAsRow = [
    'accountant_mail.sealed_address',
    'account_changes.code_hash',
    'api_keys.key_hash',
    'benefit_stock.sealed_password',
    'blocked_payers.payer',
    'device_secrets.secret_hash',
    'error_reports.fingerprint',
    'former_payers.payer',
    'limit_counters.subject',
    'login_codes.code_hash',
    'operator_challenges.challenge_hash',
    'operator_notifications.sealed_webhook',
    'operator_passkeys.public_key',
    'operator_proposals.sealed',
    'operator_sessions.token_hash',
    'operators.sealed_email',
    'orders.request_hash',
    'outbox_messages.sealed',
    'passkey_challenges.challenge_hash',
    'passkeys.public_key',
    'payment_facts.raw_hash',
    'payment_payers.payer',
    'provider_events.raw_digest',
    'provider_events.sealed',
    'recent_registrations.origin',
    'recovery_codes.code_hash',
    'risk_signals.digest',
    'sent_codes.asker',
    'sent_codes.code_hash',
    'sent_codes.target',
    'sent_codes.ticket',
    'session_tokens.successor_salt',
    'session_tokens.token_hash',
    'sign_in_steps.token_hash',
    'support_entries.sealed',
    'support_images.sealed',
    'totp_factors.sealed_secret',
    'trial_devices.device_hash',
    'tunnel_links.token_hash',
    'tunnel_old_links.token_hash',
    'tunnel_online.ip_digest',
    'webhook_endpoints.sealed',
  ]
  const decision = await readFile(
    path.join(import.meta.dirname, '../../../docs/decisions/what-is-kept-and-how-long.md'),
    'utf8',
  )
  const rows = decision.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|').slice(1, 3)] : []))
  const named = rows.flatMap(([what = '', until = '']) =>
    until.trim() === '' ? [] : [...what.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, column]) => column!),
  )
  const columns = await left(
    `select table_name || '.' || column_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and (udt_name = 'bytea' or column_name ~ '(token|digest|hash|secret|sealed)') order by 1`,
  )
  expect(columns.filter((column) => ![...named, ...keptAsRow].includes(column))).toEqual(open)
  expect(keptAsRow.filter((column) => !columns.includes(column) || named.includes(column))).toEqual([])
  const all = await left(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  expect(named.filter((column) => !all.includes(column))).toEqual([])
})

it('payment URLs are deleted a day after their expiry', async () => {
  const [order] = await db.asOwner<{ id: string }>(
    `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, price_minor,
       total_minor, status, idempotency_key, request_hash, payable_until)
     select gen_random_uuid(), 'X', $1, id, names, 1, 0, 1, 'alipay', 'CNY', 1, 1, 'paid', 'x', 'x', now() from goods limit 1 returning id`,
    [userId],
  )
  for (const [name, age] of [
    ['young', within(watchDays)],
    ['old', over(watchDays)],
  ])
    await db.asOwner(
      `insert into payment_attempts (id, order_id, provider, method, currency, amount_minor, status, pay_step, expires_at)
       values ($1, $2, 'alipay', 'alipay', 'CNY', 1, 'paid', '{"kind": "qr", "content": "x"}', now() - $3::interval)`,
      [name, order!.id, age],
    )
  await forgetPaymentTraces(db.database)
  expect(await left('select id as name from payment_attempts where pay_step is not null')).toEqual(['young'])
  expect(await left('select id as name from payment_attempts order by 1')).toEqual(['old', 'young'])
})

it('unrelated provider events expire, unless their body is kept or under review', async () => {
  const insert = async (name: string, age: string, sealed = false) =>
    (
      await db.asOwner<{ id: string }>(
        `insert into provider_events (id, provider, event_id, sealed, raw_digest, headers, received_at)
         values (gen_random_uuid(), 'stripe', $1, $2, sha256('x'), '{}', now() - $3::interval) returning id`,
        [name, sealed ? Buffer.from('x') : null, age],
      )
    )[0]!.id
  await insert('young', within(notificationDays))
  await insert('old', over(notificationDays))
  await insert('sealed', over(notificationDays), true)
  const asked = await insert('asked', over(notificationDays))
  await db.asOwner(
    `insert into review_items (id, provider_event_id, reason, details, resolved_at) values (gen_random_uuid(), $1, 'x', '{}', now())`,
    [asked],
  )
  const linked = await insert('linked', over(notificationDays * 10))
  await db.asOwner(`update provider_events set attempt_id = 'old' where id = $1`, [linked])
  await forgetPaymentTraces(db.database)
  expect(await left('select event_id as name from provider_events order by 1')).toEqual([
    'asked',
    'linked',
    'sealed',
    'young',
  ])
})

it('sessions are deleted after thirty days or a day after they ended', async () => {
  const insert = (platform: string, ends: string, ended: string | null) =>
    db.asOwner(
      `with s as (
         insert into sessions (id, user_id, platform, device_id, ends_at, ended_at)
         values (gen_random_uuid(), $1, $2, 'd', now() + $3::interval, now() - $4::interval) returning id)
       insert into session_tokens (token_hash, session_id, kind) select sha256(convert_to($2, 'utf8')), id, 'full' from s`,
      [userId, platform, ends, ended],
    )
  await insert('open', '1 minute', null)
  await insert('over', '-1 second', null)
  await insert('just ended', '20 days', '23 hours 59 minutes')
  await insert('ended', '20 days', '1 day 1 minute')
  await insert('ended and over', '-1 day', '10 days')
  await forgetExpired(db.database)
  expect(await left('select platform as name from sessions order by 1')).toEqual(['just ended', 'open'])
  expect(await left(`select 'token' as name from session_tokens`)).toEqual(['token', 'token'])
})

it('old unusable transfers are deleted, and those that may be money are kept', async () => {
  const taken = '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
  const made = '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
  const address = '0xcccccccccccccccccccccccccccccccccccccccc'
  await db.asOwner(`insert into crypto_addresses (address, pool, origin) values ($1, 'local', 'x')`, [address])
  const insert = (name: string, status: string, contract: string | null, age: string, network = 'local') =>
    db.asOwner(
      `insert into chain_transfers (id, network, block_hash, log_index, block_number, tx_hash, contract, sender, address, amount, at, status, seen_at)
       values (gen_random_uuid(), $6, $1, 0, 1, $1, $3, '0x', $5, 1, now(), $2, now() - $4::interval)`,
      [name, status, contract, age, address, network],
    )
  const old = over(idleTransferDays)
  await insert('made, young', 'stray', made, within(idleTransferDays))
  await insert('made, old', 'stray', made, old)
  await insert('made, asked', 'stray', made, old)
  await insert('made, decided', 'stray', made, old)
  await insert('made, elsewhere', 'stray', made, old, 'gone')
  await insert('taken', 'stray', taken, '3000 days')
  await insert('coin', 'stray', null, '3000 days')
  for (const [name, resolved] of [
    ['made, asked', null],
    ['made, decided', new Date()],
  ])
    await db.asOwner(
      `with e as (insert into provider_events (id, provider, event_id, headers) values (gen_random_uuid(), 'crypto', 'local:' || $1 || ':0', '{}') returning id)
       insert into review_items (id, provider_event_id, reason, details, resolved_at) select gen_random_uuid(), id, 'stray_transfer', '{}', $2 from e`,
      [name, resolved],
    )
  const chains = { networks: [{ id: 'local', tokens: [{ contract: taken }, { contract: null }] }] } as unknown as Chains
  expect(await forgetIdleTransfers(db.database, chains, 1)).toBe(1)
  await forgetIdleTransfers(db.database, chains, 100)
  expect(await left('select block_hash as name from chain_transfers order by 1')).toEqual([
    'coin',
    'made, asked',
    'made, elsewhere',
    'made, young',
    'taken',
  ])
})

it('recent registrations are deleted in batches', async () => {
  const newcomer = await createUser(db.database)
  const register = (id: string, age: string) =>
    db.asOwner(
      `insert into recent_registrations (user_id, origin, created_at) values ($1, 'x', now() - $2::interval)
       on conflict (user_id) do update set created_at = excluded.created_at`,
      [id, age],
    )
  await register(userId, '10 minutes 1 second')
  await register(newcomer.userId, '9 minutes')
  expect(await forgetOldRegistrations(db.database, 100)).toBe(1)
  expect(await left('select user_id::text as name from recent_registrations')).toEqual([newcomer.userId])
})
