import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { AlertKind } from '#shared/alert-kinds.ts'
import { sealAddress } from '#server/modules/operators/operators.service.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import type { Mail } from '#server/platform/mail.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { sendMessage } from '#server/workflows/accounts/messages/send-message.ts'
import { checkAlerts } from '#server/workflows/alerts/check-alerts.ts'
import { soundMachine } from '#tests/support/sound-machine.ts'
import type { Machine } from '#server/workflows/alerts/read-machine.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createUser } from '#tests/support/factories.ts'
import { ada, ben } from '#tests/support/operators.ts'

export type AlertShop = Awaited<ReturnType<typeof openAlertShop>>
type OpenAlertRow = { kind: AlertKind; subject: string; level: number; turn: number }

/** Opens a shop with two operators with email addresses: ada reads English, ben Chinese. */
export async function openAlertShop() {
  const db: TestDatabase = await createTestDatabase({ maxConnections: 6 })
  const base = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  const config: Config = {
    ...base,
    publicOrigin: 'https://vpn.example',
    consoleOrigin: 'https://desk.example',
    mail: { url: 'smtp://127.0.0.1:1', from: 'shop@example.com' },
    sms: { provider: 'webhook' } as unknown as Config['sms'],
    smsBudget: { total: 100, other: 100, countries: {} },
  }
  const keyring = createKeyring(config.secretKey)
  for (const [{ id }, email, language] of [
    [ada, 'ada@operators.example', 'en'],
    [ben, 'ben@operators.example', 'zh-CN'],
  ] as const)
    await db.asOwner(
      `update operators set demo = false, secret_hash = 'x', sealed_totp = '', sealed_email = $2, language = $3 where id = $1`,
      [id, sealAddress(keyring, id, email), language],
    )
  const { userId } = await createUser(db.database)
  const orderId = randomUUID()
  await db.asOwner(
    `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, price_minor,
       total_minor, status, idempotency_key, request_hash, payable_until)
     select $1, 'REVIEW', $2, id, names, 1, 0, 1, 'alipay', 'CNY', 1, 1, 'paid', 'x', 'x', now() from goods limit 1`,
    [orderId, userId],
  )
  const messages = createMessageDeps({ ...config, sms: null }, db.database, pino({ level: 'silent' }))
  const look = (onFailure: (error: unknown, job: string) => void = () => {}) =>
    checkAlerts({ database: db.database, config, onFailure }, async () => shown)
  let shown = soundMachine
  return {
    /** Sets values of the machine that later checks read; the other values stay. */
    setMachine: (machine: Partial<Machine>) => (shown = { ...shown, ...machine }),
    db,
    config,
    look,
    open: () =>
      db.asOwner<OpenAlertRow>(
        `select kind, subject, level, turn from alerts where resolved_at is null order by kind, subject`,
      ),
    pass: async (interval: string) => {
      await db.asOwner(
        `update alerts set opened_at = opened_at - $1::interval, seen_at = seen_at - $1::interval, told_at = told_at - $1::interval,
           gone_at = gone_at - $1::interval, resolved_at = resolved_at - $1::interval`,
        [interval],
      )
      await db.asOwner(`update review_items set opened_at = opened_at - $1::interval`, [interval])
      await db.asOwner(`update alert_notices set owed_at = owed_at - $1::interval`, [interval])
      await db.asOwner(`update alert_messages set at = at - $1::interval, due_at = due_at - $1::interval`, [interval])
    },
    mails: async () => {
      const rows = await db.asOwner<{ id: string }>(`select id from outbox_messages order by created_at, id`)
      const found: Mail[] = []
      const deps = { ...messages, sendMail: async (mail: Mail) => void found.push(mail) }
      const { signal } = new AbortController()
      for (const { id } of rows)
        await sendMessage(deps, {
          id,
          kind: 'send-message',
          payload: { messageId: id },
          attempt: 1,
          signal,
          completeIn: async () => {},
        })
      await db.asOwner('delete from outbox_messages')
      return found.toSorted((one, other) => one.to.localeCompare(other.to))
    },
    review: (count = 1, openedAgo = '0 s', reason = 'denied_payment') =>
      db.asOwner(
        `insert into review_items (id, order_id, reason, details, subject, opened_at)
         select gen_random_uuid(), $4, $3, '{"payer": "eve@example.com", "phone": "+86 13800138000"}', gen_random_uuid()::text,
           now() - $2::interval from generate_series(1, $1)`,
        [count, openedAgo, reason, orderId],
      ),
    decideAll: () =>
      db.asOwner(
        `update review_items set resolved_at = now(), resolution = 'x', resolved_by = 'x' where resolved_at is null`,
      ),
    clear: async () => {
      shown = soundMachine
      await db.asOwner('delete from alert_notices')
      await db.asOwner('delete from alert_messages')
      await db.asOwner('delete from alerts')
      await db.asOwner('delete from operator_notifications')
      await db.asOwner('delete from outbox_messages')
      await db.asOwner(`delete from pgboss.job_common`)
    },
  }
}
