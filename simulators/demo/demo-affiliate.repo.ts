import type { Fold, TimeEntry } from '#server/modules/membership/time-ledger.rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

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

/**
 * Inserts friends whom the affiliate referred over seven months, the last one nine days ago. Nobody can sign in as
 * them.
 */
export const insertFriends = (db: Queryable, userId: string, names: readonly string[], passwordHash: string) =>
  db.run(sql`
    with dated as (
      select n, name, now() - interval '9 days' * (${names.length}::int + 1 - n) as at
      from unnest(${names}::text[]) with ordinality as friend (name, n)
    ), friends as (
      -- Ids in the order of time, as those of the product are.
      insert into users (id, uid, invite_code, password_hash, language, created_at)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
        900000000 + n, 'demo ' || n, ${passwordHash}, 'en', at
      from dated returning id, uid, created_at
    ), named as (
      insert into account_identifiers (user_id, kind, value, lookup_key, created_at)
      select f.id, 'account_name', d.name, d.name, f.created_at from friends f join dated d on d.n = f.uid - 900000000
    )
    insert into referrals (user_id, inviter_id, via, campaign_id, visited_at, verdict, referred_at)
    select f.id, ${userId}, 'link', c.id, f.created_at - interval '1 hour', 'counted', f.created_at
    from friends f join affiliate_campaigns c on c.user_id = ${userId} and (c.slug = '') = (f.uid % 3 = 0)`)

/**
 * Inserts their orders: two of three friends bought one or two years at sign-up, and again after 75 days; one in nine
 * orders was refunded after three days.
 */
export const insertOrders = (db: Queryable, userId: string) =>
  db.run(sql`
    with bought as (
      select u.id, u.uid, again, r.referred_at + interval '1 hour' + interval '75 days' * again as at,
        case when u.uid % 2 = 0 then 'plan-24' else 'plan-family-12' end as plan
      from referrals r join users u on u.id = r.user_id, generate_series(0, 1) again
      where r.inviter_id = ${userId} and u.uid % 3 <> 1
    )
    insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
      price_minor, status, idempotency_key, request_hash, created_at, payable_until, paid_at)
    select gen_random_uuid(), 'DEMO-' || b.uid % 1000 || '-' || again, b.id, g.id, g.names, g.months, 0, g.max_devices, 'card', 'USD',
      p.price_minor, p.price_minor, case when row_number() over (order by b.at) % 9 = 4 then 'refunded' else 'paid' end,
      'demo ' || b.uid || ' ' || again, '', b.at, b.at + interval '30 minutes', b.at + interval '2 minutes'
    from bought b join goods g on g.id = b.plan join goods_prices p on p.goods_id = g.id and p.currency = 'USD'
    where b.at < now() - interval '8 days'`)

type BoughtRow = {
  id: string
  userId: string
  months: number
  maxDevices: number
  paidAt: Date
  refundedAt: Date | null
}
export const listBought = (db: Queryable, userId: string) =>
  db.query(sql<BoughtRow>`
    select o.id, o.user_id as "userId", o.months, o.max_devices as "maxDevices", coalesce(o.paid_at, o.created_at) as "paidAt",
      case when o.status = 'refunded' then o.paid_at + interval '3 days' end as "refundedAt"
    from orders o join referrals r on r.user_id = o.user_id
    where r.inviter_id = ${userId} and o.number like 'DEMO-%' order by o.paid_at, o.id`)

export async function insertGrants(
  db: Queryable,
  entries: readonly (TimeEntry & { userId: string })[],
  memberships: readonly (Fold & { userId: string })[],
): Promise<void> {
  await db.run(sql`
    insert into memberships (user_id, expires_at, total_seconds, max_devices, yearly_until)
    select r."userId", r."expiresAt", r."totalSeconds", r."maxDevices", r."yearlyUntil"
    from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb) as r ("userId" uuid, "expiresAt" timestamptz,
      "totalSeconds" bigint, "maxDevices" int, "yearlyUntil" timestamptz)`)
  await db.run(sql`
    insert into membership_grants (id, user_id, source, source_id, seconds, reverses, plan_months, max_devices, granted_at, expires_at)
    select r.id, r."userId", r.source, r."sourceId", r.seconds, r.reverses, r."planMonths", r."maxDevices", r.at, r."expiresAt"
    from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (id uuid, "userId" uuid, source text,
      "sourceId" text, seconds bigint, reverses uuid, "planMonths" int, "maxDevices" int, at timestamptz,
      "expiresAt" timestamptz)) with ordinality as r
    order by r.ordinality`)
  await db.run(sql`
    update orders o set grants_made = 1, membership_expires_at = g.expires_at,
      standing_grant = case when o.status = 'paid' then g.source_id end
    from membership_grants g where g.source = 'order' and g.source_id = o.id::text and o.number like 'DEMO-%'`)
}

export async function insertMoney(db: Queryable, userId: string): Promise<void> {
  // Payment attempt ids are ULIDs: 48 bits of time, then a distinguishing part.
  await db.run(sql`
    insert into payment_attempts (id, order_id, provider, method, currency, amount_minor, status, pay_step, provider_ref, created_at, expires_at)
    select (
        select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
          ((floor(extract(epoch from created_at) * 1000)::bigint >> (45 - 5 * at)) & 31)::int + 1, 1), '' order by at)
        from generate_series(0, 9) at
      ) || upper(left(md5(number), 16)), id, 'stripe', 'card', currency, total_minor, 'paid', '{"kind": "redirect", "url": "https://pay.example/demo"}', number,
      created_at, payable_until
    from orders where number like 'DEMO-%' and user_id in (select user_id from referrals where inviter_id = ${userId})`)
  await db.run(sql`
    insert into refunds (id, order_id, attempt_id, provider_txn_id, currency, amount_minor, reason, status, requested_by, created_at, settled_at)
    select 'R-' || o.number, o.id, a.id, o.number, o.currency, o.total_minor, 'demo', 'done', 'demo', o.paid_at + interval '3 days',
      o.paid_at + interval '3 days'
    from orders o join payment_attempts a on a.order_id = o.id where o.number like 'DEMO-%' and o.status = 'refunded'`)
  await db.run(sql`
    insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at, source, raw_hash,
      recorded_at)
    select gen_random_uuid(), 'stripe', 'paid', a.id, o.number, '', o.currency, o.total_minor, o.paid_at, 'notification', 'demo', o.paid_at
    from orders o join payment_attempts a on a.order_id = o.id where o.number like 'DEMO-%'
    union all
    select gen_random_uuid(), 'stripe', 'refunded', attempt_id, provider_txn_id, 'refund:' || id, currency, amount_minor, settled_at, 'notification',
      'demo', settled_at
    from refunds where requested_by = 'demo'`)
  await db.run(sql`
    insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor, booked_at)
    select gen_random_uuid(), 'payment', 'stripe:' || number, id, 'clearing:stripe', 'revenue', currency, total_minor, paid_at
    from orders where number like 'DEMO-%'
    union all
    select gen_random_uuid(), 'refund', 'stripe:' || provider_txn_id || ':' || amount_minor, order_id, 'refunds', 'clearing:stripe', currency,
      amount_minor, settled_at
    from refunds where requested_by = 'demo'`)
}

export const insertCommissions = (db: Queryable, userId: string) =>
  db.run(sql`
    with earned as (
      select o.*, r.campaign_id, right(o.number, 1) = '0' as is_first, case when right(o.number, 1) = '0' then 2500 else 2000 end as bps
      from orders o join referrals r on r.user_id = o.user_id where r.inviter_id = ${userId} and o.number like 'DEMO-%'
    ), first as (
      insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, type, terms_version, tier, rate_bps, paid_currency,
        paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until, booked_at)
      select gen_random_uuid(), ${userId}, user_id, id, campaign_id, case when is_first then 'first' else 'renewal' end, 1, 'standard', bps,
        'USD', total_minor, 1000000, round(total_minor * bps / 10000::float8)::bigint, paid_at, paid_at + interval '14 days', paid_at
      from earned returning *
    )
    insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, reverses, type, terms_version, tier, rate_bps,
      paid_currency, paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until, booked_at)
    select gen_random_uuid(), f.affiliate_id, f.referred_id, f.order_id, f.campaign_id, f.id, f.type, 1, 'standard', f.rate_bps, 'USD',
      -f.paid_minor, 1000000, -f.amount_minor, f.earned_at, f.held_until, f.booked_at + interval '3 days'
    from first f join earned e on e.id = f.order_id where e.status = 'refunded'`)

/**
 * Inserts the payout for the month that ended this many months ago: prepared after all holds, approved and sent on the
 * following days. None below the minimum. It has no real blockchain transaction.
 */
export const insertPayout = (db: Queryable, userId: string, monthsAgo: number, minPayoutMinor: number) =>
  db.run(sql`
    with run as (
      select (ended - interval '1 month')::date as period, ended, ended + interval '16 days' as drawn
      from (select date_trunc('month', now()) - interval '1 month' * ${monthsAgo}::int as ended) month
    ), due as (
      select c.id, c.amount_minor, run.period, run.drawn from commissions c, run
      where c.affiliate_id = ${userId} and c.settlement_id is null and c.earned_at < run.ended and c.held_until <= run.drawn
    ), made as (
      insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, prepared_at, approved_by,
        approved_at, chain, address, transaction_hash, on_chain, paid_at, paid_by)
      select gen_random_uuid(), ${userId}, period, sum(amount_minor), count(*), 'paid', 'demo', drawn, 'demo, the other one',
        drawn + interval '1 day', 'tron', 'demo', repeat('0', 59) || ${monthsAgo}::int || 'de30', 'not_checked', drawn + interval '2 days', 'demo'
      from due group by period, drawn having sum(amount_minor) >= ${minPayoutMinor}::bigint returning id
    )
    update commissions c set settlement_id = made.id from made, due where c.id = due.id`)

/** Computes what the product otherwise updates with each commission: monthly sums and the outcome of referrals. */
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
