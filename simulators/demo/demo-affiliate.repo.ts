import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Nothing to do where there is an affiliate, or no plan to have bought. */
export const mayHaveHistory = async (db: Queryable): Promise<boolean> =>
  (
    await db.one(sql<{ may: boolean }>`
      select (not exists (select from affiliates) and exists (select from goods where id = 'plan-12'))::boolean as may`)
  ).may

export const findUserByName = (db: Queryable, accountName: string) =>
  db.maybe(sql<{ id: string }>`
    select user_id as "id" from account_identifiers where kind = 'account_name' and lookup_key = ${accountName}`)

export const insertCampaigns = (db: Queryable, userId: string) =>
  db.run(sql`
    insert into affiliate_campaigns (id, user_id, slug, name, visits, created_at) values
      (gen_random_uuid(), ${userId}, '', '', 61, now() - interval '7 months'),
      (gen_random_uuid(), ${userId}, 'demo-blog', 'Demo blog', 148, now() - interval '6 months')`)

/** Friends who came over seven months; no one can sign in as one of them. */
export const insertFriends = (db: Queryable, userId: string, count: number) =>
  db.run(sql`
    with dated as (
      select n, now() - interval '9 days' * (${count}::int - n) as at from generate_series(1, ${count}::int) n
    ), friends as (
      -- Ids in the order of time, as those of the product are.
      insert into users (id, uid, invite_code, password_hash, language, created_at)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
        900000000 + n, 'demo ' || n, 'demo', 'en', at
      from dated returning id, uid, created_at
    )
    insert into referrals (user_id, inviter_id, via, campaign_id, visited_at, verdict, referred_at)
    select f.id, ${userId}, 'link', c.id, f.created_at - interval '1 hour', 'counted', f.created_at
    from friends f join affiliate_campaigns c on c.user_id = ${userId} and (c.slug = '') = (f.uid % 3 = 0)`)

/** Two of three bought a year when they came, and some again after three months. */
export const insertOrders = (db: Queryable, userId: string) =>
  db.run(sql`
    insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
      price_minor, status, idempotency_key, request_hash, created_at, payable_until, paid_at)
    select gen_random_uuid(), 'DEMO-' || u.uid % 1000 || '-' || again, u.id, 'plan-12', g.names, 12, 0, 5, 'card', 'USD', 4490, 4490, 'paid',
      'demo ' || u.uid || ' ' || again, '', bought.at, bought.at, bought.at
    from referrals r join users u on u.id = r.user_id join goods g on g.id = 'plan-12', generate_series(0, 1) again,
      lateral (select r.referred_at + interval '1 day' + interval '90 days' * again as at) bought
    where r.inviter_id = ${userId} and u.uid % 3 <> 1 and (again = 0 or u.uid % 2 = 0) and bought.at < now()`)

/** Each order's commission at the standard tier; one in nine was given back. */
export const insertCommissions = (db: Queryable, userId: string) =>
  db.run(sql`
    with earned as (
      select o.*, r.campaign_id, right(o.number, 1) = '0' as is_first, row_number() over (order by o.created_at) as place
      from orders o join referrals r on r.user_id = o.user_id where r.inviter_id = ${userId} and o.number like 'DEMO-%'
    ), first as (
      insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, type, terms_version, tier, rate_bps, paid_currency,
        paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until, booked_at)
      select gen_random_uuid(), ${userId}, user_id, id, campaign_id, case when is_first then 'first' else 'renewal' end, 1, 'standard',
        case when is_first then 2500 else 2000 end, 'USD', 4490, 1000000, case when is_first then 1122 else 898 end, created_at,
        created_at + interval '14 days', created_at
      from earned returning *
    )
    insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, reverses, type, terms_version, tier, rate_bps,
      paid_currency, paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until, booked_at)
    select gen_random_uuid(), f.affiliate_id, f.referred_id, f.order_id, f.campaign_id, f.id, f.type, 1, 'standard', f.rate_bps, 'USD', -4490,
      1000000, -f.amount_minor, f.earned_at, f.held_until, f.booked_at + interval '3 days'
    from first f join earned e on e.id = f.order_id where e.place % 9 = 4 and f.booked_at + interval '3 days' < now()`)

/** What had come together until two months ago was paid out, by no one's transaction. */
export const insertPayout = (db: Queryable, userId: string) =>
  db.run(sql`
    with due as (
      select coalesce(sum(amount_minor), 0) as amount, count(*) as lines from commissions
      where affiliate_id = ${userId} and earned_at < date_trunc('month', now()) - interval '1 month'
    ), made as (
      insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, prepared_at, approved_by,
        approved_at, chain, address, transaction_hash, on_chain, paid_at, paid_by)
      select gen_random_uuid(), ${userId}, (date_trunc('month', now()) - interval '2 months')::date, amount, lines, 'paid', 'demo',
        date_trunc('month', now()) - interval '28 days', 'demo, the other one', date_trunc('month', now()) - interval '27 days', 'tron', 'demo',
        repeat('0', 60) || 'de30', 'not_checked', date_trunc('month', now()) - interval '26 days', 'demo'
      from due where amount > 0 returning id
    )
    update commissions set settlement_id = made.id from made
    where affiliate_id = ${userId} and earned_at < date_trunc('month', now()) - interval '1 month'`)

/** What the product keeps in the transaction of each change, counted at once. */
export async function addUp(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`
    insert into affiliate_months (affiliate_id, month, first_minor, renewal_minor, reversed_minor)
    select affiliate_id, date_trunc('month', booked_at)::date,
      coalesce(sum(amount_minor) filter (where amount_minor > 0 and type = 'first'), 0),
      coalesce(sum(amount_minor) filter (where amount_minor > 0 and type = 'renewal'), 0),
      coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)
    from commissions where affiliate_id = ${userId} group by 1, 2`)
  await db.run(sql`
    update referrals r set outcome = 'commission', outcome_at = o.paid_at, first_order_id = o.id
    from orders o where r.inviter_id = ${userId} and o.user_id = r.user_id and o.number like 'DEMO-%-0'
      and (select sum(c.amount_minor) from commissions c where c.order_id = o.id) > 0`)
  await db.run(sql`
    insert into inviter_totals (user_id, invited, paid)
    select inviter_id, count(*), count(first_order_id) from referrals where inviter_id = ${userId} group by 1`)
  await db.run(sql`
    update affiliate_campaigns c set
      sign_ups = (select count(*) from referrals r where r.campaign_id = c.id),
      paid = (select count(r.first_order_id) from referrals r where r.campaign_id = c.id),
      earned_minor = (select coalesce(sum(amount_minor), 0) from commissions k where k.campaign_id = c.id)
    where user_id = ${userId}`)
  await db.run(sql`
    insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
    select gen_random_uuid(), 'commission', id::text, order_id, case when amount_minor > 0 then 'commissions' else 'commissions-payable' end,
      case when amount_minor > 0 then 'commissions-payable' else 'commissions' end, 'USD', abs(amount_minor)
    from commissions where affiliate_id = ${userId}
    union all
    select gen_random_uuid(), 'commission', 'settlement:' || id, null, 'commissions-payable', 'payouts', 'USD', amount_minor
    from settlements where affiliate_id = ${userId} and state = 'paid'`)
}
