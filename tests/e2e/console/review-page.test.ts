import path from 'node:path'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { openDatabase } from '#server/platform/database.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import en from '#console/text/en/places/queue.ts'
import replies from '#console/text/en/replies.ts'
import zh from '#console/text/zh-CN/places/queue.ts'
import { makeHeldOrders, makePaidOrder } from '#tests/support/held-orders.ts'
import { queryProduct } from '#tests/support/query-product.ts'
import { faultsOf } from '../axe.ts'
import { operate } from '../invite-steps.ts'
import { onOneScreen, openPage, watchBrowser } from '../open-page.ts'
import { openConsole, shellTexts } from './console-steps.ts'
import { turn } from './turn-to.ts'

watchBrowser()
const texts = { en, 'zh-CN': zh }
const expected = [/status of 40[0-9]/]
const asOwner = <R extends object>(text: string, values: readonly unknown[]) =>
  queryProduct<R & Record<string, unknown>>(inject('e2e').dataDir, text, values)

async function openReview(): Promise<{ id: string; number: string }> {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const { number } = (await makeHeldOrders(connection)).reference
  const { rows } = await asOwner<{ id: string }>(
    'select r.id from review_items r join orders o on o.id = r.order_id where o.number = $1',
    [number],
  )
  return { id: rows[0]!.id, number }
}
async function openOverpaid(): Promise<{ id: string; number: string }> {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const number = await makePaidOrder(connection)
  const { rows } = await asOwner<{ id: string }>(
    `insert into review_items (id, order_id, reason, details) select gen_random_uuid(), id, 'overpaid',
       '{"receivedMinor": 5000, "expectedMinor": 4490, "currency": "USD"}' from orders where number = $1 returning id`,
    [number],
  )
  return { id: rows[0]!.id, number }
}
async function stateAtProvider(number: string, said: Pick<Fact, 'kind' | 'amount' | 'disputeId'>): Promise<void> {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const { rows } = await asOwner<{ orderId: string; attemptId: string; providerTxnId: string }>(
    `select o.id as "orderId", f.attempt_id as "attemptId", f.provider_txn_id as "providerTxnId"
     from payment_facts f join payment_attempts a on a.id = f.attempt_id join orders o on o.id = a.order_id where o.number = $1`,
    [number],
  )
  const { orderId, ...paid } = rows[0]!
  const stated = { ...said, refundId: null, rawHash: '' }
  const database = openDatabase({ connection, maxConnections: 1, log: pino({ level: 'silent' }) })
  try {
    await database.transaction((tx) => {
      const fact = { ...paid, ...stated, provider: 'stripe', at: tx.now } as const
      return applyPaymentFacts(tx, { orderId, source: 'notification', facts: [fact] })
    })
  } finally {
    await database.close()
  }
}
const giveBackAtProvider = (number: string, amountMinor: number) =>
  stateAtProvider(number, { kind: 'refunded', amount: { amountMinor, currency: 'USD' } })
const addressOf = (id: string) => `/console/queue/reviews/${id}`
const rowOf = (page: Page, id: string) => page.locator(`.ql a[href="${addressOf(id)}"]`)
const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')

onOneScreen(
  { language: 'zh-CN', width: 'phone' },
  'a review shows expected and received amounts with history, and the decision button names its amount',
  async ({ language, width }) => {
    const { id, number } = await openOverpaid()
    const t = texts[language]
    const { act } = shellTexts[language]
    const page = await openPage({ language, width, expected })
    await openConsole(page, language, 'finance', addressOf(id))
    const row = rowOf(page, id)
    await row.getByText('$50.00').waitFor()
    await row.getByText(t.askedFor('$44.90')).waitFor()
    const known = page.getByRole('region', { name: t.reasons.overpaid!, exact: true })
    await known.getByRole('link', { name: `${t.order} ${number}` }).waitFor()
    await known.getByRole('heading', { name: t.happened }).waitFor()
    expect(await known.locator('.way li').count()).toBeGreaterThan(2)
    expect(await known.locator('.sums').innerText()).toMatch(/\$44[.]90[^]*\$50[.]00[^]*[+]\$5[.]10/)
    const choices = page.getByRole('radio')
    expect(await choices.count()).toBe(2)
    await page.getByRole('radio', { name: t.decisions.refund.label }).check()
    await page.locator('textarea[name=reason]').fill('a test')
    await page.keyboard.press('Control+Enter')
    const would = page.getByRole('region', { name: act.would })
    await would.getByRole('button', { name: t.goes.refund('$44.90') }).waitFor()
    await would.getByText(act.unchanged).first().waitFor()
    expect(await would.locator('.was .i').count()).toBeGreaterThan(0)
    expect(await faultsOf(page)).toEqual([])
    expect(await widthOf(page)).toBe(width === 'phone' ? 390 : 1_440)
    await would.getByRole('button', { name: t.goes.refund('$44.90') }).click()
    await page.getByRole('alert').filter({ hasText: t.decisions.refund.label }).waitFor()
    await row.waitFor({ state: 'detached' })
  },
)

/** Creates three reviews that are adjacent in the list, because they are older than those of other tests. */
async function openReviewsInTurn(): Promise<readonly [string, string, string]> {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const { hash, reference, address } = await makeHeldOrders(connection)
  const { rows } = await asOwner<{ id: string }>(
    `update review_items r set opened_at = now() - interval '3 hours' + place * interval '1 ms'
     from unnest($1::text[]) with ordinality named (number, place) join orders o using (number)
     where r.order_id = o.id returning r.id`,
    [[hash.number, reference.number, address.number]],
  )
  const { rows: inTurn } = await asOwner<{ id: string }>(
    'select id from review_items where id = any($1) order by opened_at',
    [rows.map(({ id }) => id)],
  )
  return inTurn.map(({ id }) => id) as [string, string, string]
}

test('a visible review list is not hidden again when action texts load late', async () => {
  const { id } = await openReview()
  const page = await openPage({ language: 'en', width: 'desktop', expected })
  await openConsole(page, 'en', 'finance')
  await page.route(/registry-data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.addInitScript(`new MutationObserver(() => {
    if (document.querySelector('[style*="display: none"] .ql')) globalThis.wasHidden = true
  }).observe(document, { subtree: true, childList: true, attributes: true })`)
  await page.goto(addressOf(id))
  await rowOf(page, id).waitFor()
  await page.getByRole('radio').first().waitFor()
  expect(await page.evaluate('globalThis.wasHidden')).toBeUndefined()
})

test('a review is decided by keyboard alone: J and K move by one review for every press, G and T open Today without taking it, and Escape returns to its row', async () => {
  const [first, id, third] = await openReviewsInTurn()
  const page = await openPage({ language: 'en', width: 'desktop', expected })
  const { name } = await openConsole(page, 'en', 'finance', addressOf(third))
  await rowOf(page, third).waitFor()
  await page.evaluate(`for (const key of 'kkjk') document.dispatchEvent(new KeyboardEvent('keydown', { key }))`)
  await page.locator(`.ql a[href="${addressOf(first)}"][aria-current=true]`).waitFor()
  expect(new URL(page.url()).pathname).toBe(addressOf(first))

  await page.getByRole('button', { name: en.talk.take, exact: true }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL('**/console/today')
  await page.getByRole('region').first().waitFor()
  expect(asked.filter((url) => url.includes('queue.take'))).toEqual([])

  await turn(page, addressOf(id))
  await page.getByRole('radio').first().waitFor()
  await page.keyboard.press('k')
  await page.waitForURL(`**${addressOf(first)}`)
  await page.keyboard.press('j')
  await page.waitForURL(`**${addressOf(id)}`)
  await page.getByRole('button', { name: en.talk.take, exact: true }).waitFor()
  await page.keyboard.press('t')
  await page.getByText(/^Assigned to you until/).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement?.type')).toBe('radio')
  await page.keyboard.press('2')
  await page.getByRole('radio', { name: en.decisions.refund.label, checked: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("href")')).toBe(addressOf(id))
  await page.keyboard.press('1')
  await page.getByRole('radio', { name: en.decisions.keep.label, checked: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('house rule')
  await page.keyboard.press('Control+Enter')
  await page.locator('.effect:focus').waitFor()
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('alert')
    .filter({ hasText: en.decidedBy(name) })
    .filter({ hasText: 'house rule' })
    .waitFor()
})

test('the button of a decision names the whole payment for a dispute in another currency, and a recomputed amount for the slower of two operators', async () => {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const disputed = await makePaidOrder(connection)
  await stateAtProvider(disputed, { kind: 'disputed', amount: { amountMinor: 400, currency: 'CNY' }, disputeId: 'd1' })
  const { rows } = await asOwner<{ id: string }>(
    'select r.id from review_items r join orders o on o.id = r.order_id where o.number = $1',
    [disputed],
  )
  const page = await openPage({ language: 'en', width: 'desktop', expected })
  await openConsole(page, 'en', 'finance', addressOf(rows[0]!.id))
  await page.getByRole('radio', { name: en.decisions.lost.label }).check()
  const reason = page.locator('textarea[name=reason]')
  await reason.fill('the bank called')
  // Input methods use Escape to cancel a composition, so the form must stay open.
  await reason.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true })
  await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('reason')
  await page.getByRole('button', { name: shellTexts.en.act.preview }).click()
  await page.getByRole('button', { name: en.goes.lost('$44.90') }).waitFor()

  const { id, number } = await openReview()
  await turn(page, addressOf(id))
  await page.getByRole('radio', { name: en.decisions.refund.label }).check()
  await reason.fill('all of it')
  await page.getByRole('button', { name: shellTexts.en.act.preview }).click()
  const go = page.getByRole('button', { name: en.goes.refund('$43.90') })
  await go.waitFor()
  await giveBackAtProvider(number, 390)
  await go.click()
  await page.getByRole('alert').filter({ hasText: shellTexts.en.act.changed }).waitFor()
  await page.getByRole('button', { name: en.goes.refund('$40.00') }).waitFor()
  await operate('reviews', 'decide', '--id', id, '--decision', 'keep', '--reason', 'the buyer called')
  await page.getByRole('alert').filter({ hasText: 'the buyer called' }).waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
})

test('a viewer reads a review without decisions, and hostile provider text is shown inert; a tablet shows the list too', async () => {
  const { id } = await openReview()
  const hostile = `x\u202E\u0007<img src=x>${'y'.repeat(3_000)}`
  const details = {
    provider: 'alipay',
    attemptId: hostile,
    statements: [{ kind: 'paid', id: hostile, amountMinor: 3_500, currency: 'CNY' }],
  }
  await asOwner('update review_items set details = $2 where id = $1', [id, JSON.stringify(details)])
  const page = await openPage({ language: 'en', width: 'desktop', expected })
  await page.setViewportSize({ width: 834, height: 1_100 })
  await openConsole(page, 'en', 'viewer', addressOf(id))
  await page.getByText('x\\u{202e}\\u{7}<img src=x>y').first().waitFor()
  expect(await page.locator('main').innerText()).not.toContain('\u202E')
  expect(await page.getByRole('radio').count()).toBe(0)
  expect(await page.getByRole('button', { name: en.talk.take, exact: true }).count()).toBe(0)
  expect(await widthOf(page)).toBe(834)
  const [list, beside] = [await rowOf(page, id).boundingBox(), await page.locator('.sums').boundingBox()]
  expect(beside!.x).toBeGreaterThan(list!.x + list!.width)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await widthOf(page)).toBe(390)
  // The product closes a review by itself when the provider reports the result of a dispute.
  const end = `update review_items set resolved_at = now(), resolution = 'won: said so', resolved_by = 'Stripe' where id = $1`
  await asOwner(end, [id])
  await page
    .getByRole('alert')
    .filter({ hasText: en.decidedBy('Stripe') })
    .waitFor()
})

test('support answers the buyer of a held payment with one press, and the reply names the order in review', async () => {
  const { id, number } = await openReview()
  const page = await openPage({ language: 'en', width: 'desktop', expected })
  await openConsole(page, 'en', 'support', addressOf(id))
  const answer = page.getByRole('region', { name: replies.answerBuyer })
  await answer.getByText(number).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await answer.getByRole('button', { name: replies.sendIt, exact: true }).click()
  await answer.getByText(replies.sentAt).waitFor()
  expect(await answer.getByRole('button').count()).toBe(0)
  const { rows } = await asOwner<{ count: number }>(
    `select count(*)::int as count from support_entries e join orders o on o.user_id = e.user_id
     where o.number = $1 and e.author = 'operator'`,
    [number],
  )
  expect(rows[0]!.count).toBe(1)
})
