import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { described } from '#server/ops/described.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createUser } from '#tests/support/factories.ts'
import { hostileTexts, terminalTexts } from '#tests/support/hostile-texts.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'

let app: TestApp
let desk: OperatorDesk
beforeAll(async () => {
  app = await createTestApp()
  desk = await OperatorDesk.open(app.db, app.config, 'TEST')
})
afterAll(async () => {
  await desk.close()
  await app.close()
})

/** Excludes texts that PostgreSQL cannot store: NUL and unpaired surrogates. */
const storable = [...terminalTexts, ...hostileTexts.slice(0, 8)]
// Control characters that a terminal would obey, listed independently of the rule that escapes them.
const obeyed = (printed: string) =>
  [...printed].filter((character) => {
    const code = character.codePointAt(0) ?? 0
    return (
      (code < 0x20 && character !== '\n') ||
      (code >= 0x7f && code <= 0x9f) ||
      (code >= 0x202a && code <= 0x202e) ||
      (code >= 0x2060 && code <= 0x2069) ||
      [0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff].includes(code) ||
      code >= 0xe0000
    )
  })

async function write(text: string): Promise<void> {
  const { userId } = await createUser(app.db.database)
  const own = (sql: string, ...values: unknown[]) => app.db.asOwner(sql, values)
  await own(
    `insert into affiliate_applications (id, user_id, channel, audience, message, contact, terms_version) values ($1, $2, $3, $3, $3, $3, 1)`,
    randomUUID(),
    userId,
    text,
  )
  await own(
    `insert into promo_codes (code, kind, percent_bps, note) values ($1, 'percent', 100, $2)`,
    `T${randomUUID().slice(0, 12).toUpperCase()}`,
    text,
  )
  const orderId = randomUUID()
  await own(
    `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
       price_minor, status, idempotency_key, request_hash, payable_until)
     values ($1::uuid, left($1::uuid::text, 13), $2, 'plan-12', '{"en": "12 months", "zh-CN": "12 个月"}', 12, 0, 5, 'alipay', 'CNY', 26800, 26800,
       'paid', $1::uuid::text, '', now())`,
    orderId,
    userId,
  )
  await own(
    `insert into review_items (id, order_id, reason, details) values ($1, $2, 'odd', $3)`,
    randomUUID(),
    orderId,
    JSON.stringify({ said: text, [text]: 1 }),
  )
  await own(
    `insert into error_reports (fingerprint, side, message, stack, place) values (sha256($1::text::bytea), 'browser', $2, $2, $2)`,
    randomUUID(),
    text.slice(0, 200),
  )
}

it('no list command prints terminal control sequences from stored text', async () => {
  for (const text of storable) await write(text)
  const lists = described.filter(
    ({ role, usage }) => role === 'viewer' && !/^--|[(]--/.test(usage.replace(/\[[^\]]*\]/g, '').trim()),
  )
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'affiliates applications',
      'affiliates list',
      'promos list',
      'reviews list',
      'errors list',
      'groups list',
    ]),
  )
  for (const { name } of lists) {
    const printed = await desk.run([...name.split(' '), '--operator', 'ada']).catch((error: Error) => error.message)
    expect(obeyed(printed), name).toEqual([])
  }
  const applications = await desk.run('affiliates applications --operator ada')
  expect(applications).toContain('\\u{1b}[2J')
  // No customer's text begins a line, where it could look like a row of ours.
  expect(applications.split('\n').filter((line) => line.startsWith('100000000') || line.startsWith('UID'))).toEqual([])
})
