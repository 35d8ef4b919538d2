import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { amountText, monthText } from '#web/features/affiliate/base/affiliate-words.ts'
import { faultsOf } from './axe.ts'
import { inviteTexts } from './invite-texts.ts'
import { openAccount } from './open-account.ts'
import { corners, openPage, watchBrowser } from './open-page.ts'
import { queryProduct } from '../support/query-product.ts'

watchBrowser()

const run = (text: string, values: readonly unknown[]) =>
  queryProduct<Record<string, string>>(inject('e2e').dataDir, text, values)

/**
 * Affiliate of the top tier who was paid $180 of $200 last month: the rest is reserved for 75 more days, and a refund
 * took $15 of it. Returns both months.
 */
async function keepReserve(affiliateName: string, buyerName: string): Promise<{ paid: string; until: string }> {
  const [order, first, payout] = [randomUUID(), randomUUID(), randomUUID()]
  const who = `with people as (select (select user_id from account_identifiers where value = $1) as affiliate,
    (select user_id from account_identifiers where value = $2) as buyer)`
  await run(
    `${who}, joined as (
       insert into affiliates (user_id, state, tier) select affiliate, 'approved', 'top' from people returning user_id
     ), linked as (
       insert into affiliate_campaigns (id, user_id, slug, name) select gen_random_uuid(), user_id, '', '' from joined
     )
     insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
       price_minor, status, idempotency_key, request_hash, payable_until)
     select $3, $4, buyer, 'plan-12', '{"en": "12 months", "zh-CN": "12 个月"}', 12, 0, 5, 'alipay', 'USD', 20000, 20000, 'cancelled', $4, '', now()
     from people`,
    [affiliateName, buyerName, order, order.slice(0, 8)],
  )
  const { rows } = await run(
    `${who}, paid as (
       insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, approved_by, address, transaction_hash,
         paid_at, reserve_kept_minor)
       select $5, affiliate, (date_trunc('month', now() at time zone 'UTC') - interval '1 month')::date, 18000, 1, 'paid', 'a', 'b', 'T', $3, now(),
         2000 from people returning id, period
     ), earned as (
       insert into commissions (id, affiliate_id, referred_id, order_id, reverses, type, terms_version, tier, rate_bps, paid_currency, paid_minor,
         usd_per_unit_micros, amount_minor, earned_at, held_until, settlement_id, reserve_minor, reserve_until)
       select r.id, p.affiliate, p.buyer, $3::uuid, r.reverses, 'first', 1, 'top', 10000, 'USD', r.minor, 1000000, r.minor,
         now() - interval '30 days', now() - interval '15 days', r.settled, r.reserve, now() + interval '75 days'
       from people p, paid, (values ($4::uuid, null::uuid, 20000, 2000, $5::uuid), (gen_random_uuid(), $4::uuid, -1500, -1500, null::uuid))
         r (id, reverses, minor, reserve, settled)
       returning affiliate_id, reserve_until
     ), counted as (
       insert into affiliate_months (affiliate_id, month, first_minor, reversed_minor)
       select affiliate, date_trunc('month', now() at time zone 'UTC')::date, 20000, 1500 from people
     )
     select to_char(paid.period, 'YYYY-MM') as paid, to_char(max(reserve_until) at time zone 'UTC', 'YYYY-MM') as until
     from earned, paid group by 1`,
    [affiliateName, buyerName, order, first, payout],
  )
  return rows[0] as { paid: string; until: string }
}

/**
 * Deletes what `keepReserve` has inserted, because it has no ledger postings and a parallel ledger check would report
 * that.
 */
async function forget(affiliateName: string): Promise<void> {
  const affiliate = '(select user_id from account_identifiers where value = $1)'
  const orders = await run(`delete from commissions where affiliate_id = ${affiliate} returning order_id as id`, [
    affiliateName,
  ])
  await run(`delete from settlements where affiliate_id = ${affiliate}`, [affiliateName])
  await run(`delete from affiliate_months where affiliate_id = ${affiliate}`, [affiliateName])
  await run('delete from orders where id = any($1::uuid[])', [orders.rows.map(({ id }) => id)])
}

test.each(corners)(
  'a commission reserve and the effect of a refund are shown on each affiliate page ($language)',
  async (screen) => {
    const { language } = screen
    const { dashboard } = inviteTexts[language]
    const page = await openPage(screen)
    const buyer = await openAccount(page, language)
    const { accountName } = await openAccount(page, language)
    const months = await keepReserve(accountName, buyer.accountName)
    const [left, settled, paid] = [500, 2_000, 18_000].map((minor) => amountText(minor, 'USD', language)) as [
      string,
      string,
      string,
    ]

    try {
      await page.goto('/user/kol')
      const kept = page.locator('dl').filter({ hasText: dashboard.sums.reserved })
      await kept.getByText(dashboard.sums.reservedUntil(monthText(months.until, language, { year: true }))).waitFor()
      expect(await kept.getByText(left, { exact: true }).count()).toBe(2)
      const note = dashboard.commissions.reserveKept(left, '|').split('|')[0] ?? ''
      const row = page.getByRole('row').filter({ hasText: note })
      await row.getByRole('button').click()
      await page.getByText(dashboard.trace.reserveStates.kept('|').split('|').at(-1) ?? '').waitFor()
      expect(await faultsOf(page)).toEqual([])

      await page.getByRole('tab', { name: dashboard.records.settlements }).click()
      await page
        .getByRole('link', { name: dashboard.statement.title(monthText(months.paid, language, { year: true })) })
        .click()
      const sheet = page.getByRole('article')
      await sheet.getByText(dashboard.statement.keptUntil(settled, '|').split('|')[0]?.trim() ?? '').waitFor()
      await sheet.getByText(paid).first().waitFor()
      expect(await faultsOf(page)).toEqual([])
    } finally {
      await forget(accountName)
    }
  },
)
