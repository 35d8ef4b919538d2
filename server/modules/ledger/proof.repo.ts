import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Range of order ids that is verified at once. `after` is exclusive, `to` is inclusive. */
type Page = { after: string; to: string }

export const findPageEnd = (db: Queryable, after: string, size: number) =>
  db.maybe(sql<{ to: string; orders: number }>`
    select id as "to", (row_number() over (order by id))::int as "orders" from (
      select id from order_labels where id > ${after} order by id limit ${size}
    ) page order by id desc limit 1`)

export type Balance = { account: string; currency: string; debitMinor: number; creditMinor: number }

export const listBalances = (db: Queryable, { after, to }: Page) =>
  db.query(sql<Balance>`
    with postings as (
      select debit, credit, currency, amount_minor as amount from ledger_postings where order_id > ${after} and order_id <= ${to}
    )
    select account as "account", currency as "currency", sum(debited)::bigint as "debitMinor", sum(credited)::bigint as "creditMinor"
    from (
      select debit as account, currency, amount as debited, 0 as credited from postings
      union all
      select credit, currency, 0, amount from postings
    ) legs
    group by account, currency`)

export const listOtherBalances = (db: Queryable) =>
  db.query(sql<Balance>`
    with postings as (select debit, credit, currency, amount_minor as amount from ledger_postings where order_id is null)
    select account as "account", currency as "currency", sum(debited)::bigint as "debitMinor", sum(credited)::bigint as "creditMinor"
    from (
      select debit as account, currency, amount as debited, 0 as credited from postings
      union all
      select credit, currency, 0, amount from postings
    ) legs
    group by account, currency`)

export type Difference = { orderId: string; what: string; knownMinor: number; bookedMinor: number }

/**
 * Differences between verified facts and ledger postings: payments, refunds, dispute losses and commissions. A fact
 * from the provider outweighs one from an operator. Refunds may be reported singly or as a total, and the larger sum
 * counts.
 * `offset 0` forces an index lookup per payment attempt. Grouping instead of joins avoids slow nested loops over
 * millions of pairs when PostgreSQL estimates wrongly.
 */
export const listDifferences = (db: Queryable, { after, to }: Page) =>
  db.query(sql<Difference>`
    with facts as materialized (
      select f.*, a.order_id, f.provider || ':' || f.provider_txn_id as payment
      from attempt_orders a, lateral (select * from stated_facts where attempt_id = a.id offset 0) f
      where a.order_id > ${after} and a.order_id <= ${to}
    ), ends as (
      select payment as id, currency, kind, amount_minor as amount, source = 'operator' as "isOurs",
        regexp_replace(reference, '^(operator:)?(lost|dispute):', '') as dispute
      from facts where kind = 'dispute_won' or kind = 'disputed' and reference ~ '^(operator:)?lost:'
    ), failed as materialized (
      select f.payment, f.reference, f.amount_minor as amount, f.occurred_at from facts f
      where f.kind = 'refund_failed' and not exists (
        select from facts r where r.kind = 'refunded' and r.payment = f.payment and r.reference = f.reference
          and r.occurred_at > f.occurred_at)
    ), went as (
      select f.payment, f.reference, f.amount_minor as amount, f.occurred_at from facts f
      where f.kind = 'refunded' and not exists (
        select from failed x where x.payment = f.payment and x.reference = f.reference)
        and not exists (
          select from facts p where p.payment = f.payment and p.kind = 'paid' and p.currency <> f.currency and f.reference not like 'elsewhere:%')
    ), sides as (
      select payment as id, order_id, amount_minor as paid, 0 as "refundSum", 0 as "refundTotal", 0 as elsewhere, 0 as lost, 0 as booked, 0 as given, 0 as taken
      from facts where kind = 'paid'
      union all
      select payment, null, null, case when reference like 'refund:%' then amount else 0 end,
        case when reference like 'total:%' then amount - (
          select coalesce(sum(x.amount), 0) from failed x where x.payment = w.payment and x.occurred_at >= w.occurred_at) else 0 end,
        case when reference like 'elsewhere:%' and not exists (
          select from went r where r.payment = w.payment and r.reference = 'refund:' || substr(w.reference, 11)) then amount else 0 end,
        0, 0, 0, 0
      from went w
      union all
      select id, null, null, 0, 0, 0, amount, 0, 0, 0
      from ends e
      where kind = 'disputed' and currency = (select min(currency) from facts p where p.payment = e.id and p.kind = 'paid')
        and not ("isOurs" and exists (
          select from ends o where o.id = e.id and o.dispute = e.dispute and not o."isOurs"
            and (o.kind = 'dispute_won' or o.currency = e.currency)))
      union all
      select case source when 'payment' then source_id else regexp_replace(source_id, '(:lost|:refund)?:[0-9]+([.][0-9]+)?$', '') end,
        null, null, 0, 0, 0, 0, case source when 'payment' then amount_minor else 0 end,
        case when source = 'refund' then amount_minor when source_id like '%:refund:%' then -amount_minor else 0 end,
        case when source = 'dispute' then amount_minor when source_id like '%:lost:%' then -amount_minor else 0 end
      from ledger_postings
      where order_id > ${after} and order_id <= ${to}
        and (source in ('payment', 'refund', 'dispute') or source = 'adjustment' and (source_id like '%:lost:%' or source_id like '%:refund:%'))
    ), payments as (
      select id, (array_agg(order_id) filter (where order_id is not null))[1] as order_id, min(paid) as least, max(paid) as paid,
        least(max(paid), greatest(sum("refundSum"), max("refundTotal")) + sum(elsewhere))::bigint as refunded, sum(lost)::bigint as lost,
        sum(booked)::bigint as booked, sum(given)::bigint as given, sum(taken)::bigint as taken
      from sides group by id having max(paid) is not null
    ), earned as (
      select order_id, sum(amount_minor) as amount from commission_amounts where order_id > ${after} and order_id <= ${to} group by 1
    ), owed as (
      select order_id, sum(case when credit = 'commissions-payable' then amount_minor else -amount_minor end) as amount
      from ledger_postings where order_id > ${after} and order_id <= ${to} and source = 'commission' group by 1
    )
    select order_id as "orderId", 'payment ' || id as "what", paid as "knownMinor", booked as "bookedMinor"
    from payments where paid <> booked or least <> booked
    union all
    select order_id, 'refund ' || id, refunded, given from payments where refunded <> given
    union all
    select order_id, 'loss of ' || id, lost, taken from payments where lost <> taken
    union all
    select order_id, 'commission', coalesce(earned.amount, 0)::bigint, coalesce(owed.amount, 0)::bigint
    from earned full join owed using (order_id) where coalesce(earned.amount, 0) <> coalesce(owed.amount, 0)`)

/**
 * Finds orders whose money in suspense differs from what belongs to their buyers. Computes that amount independently of
 * the code that books it, so that an error there is found. Takes reverted payments from the facts, because reverting a
 * fully refunded payment books nothing.
 */
export const listHeldDifferences = (db: Queryable, { after, to }: Page) =>
  db.query(sql<Difference>`
    with postings as materialized (
      select order_id, source, source_id, debit, credit, currency, amount_minor as amount from ledger_postings
      where order_id > ${after} and order_id <= ${to} and source <> 'commission'
    ), payments as materialized (
      select order_id, currency, payment, sum(paid) as paid, sum(back) as back, least(sum(lost), sum(paid) - sum(back)) as lost
      from (
        select order_id, currency, amount,
          case source when 'payment' then source_id
            else regexp_replace(source_id, '(:lost|:refund)?:[0-9]+([.][0-9]+)?$', '') end as payment,
          case source when 'payment' then amount else 0 end as paid,
          case when source = 'refund' then amount when source_id like '%:refund:%' then -amount else 0 end as back,
          case when source = 'dispute' then amount when source_id like '%:lost:%' then -amount else 0 end as lost
        from postings
        where source in ('payment', 'refund', 'dispute') or source_id like any (array['%:lost:%', '%:refund:%'])
      ) steps group by order_id, currency, payment
    ), known as materialized (
      select m.*, p.currency, p.back, p.lost, exists (
        select from stated_facts f
        where f.attempt_id = m.attempt_id and f.provider_txn_id = m.provider_txn_id and f.kind = 'reverted') as reverted
      from payment_marks m join payments p on p.order_id = m.order_id and p.payment = m.payment
      where m.order_id > ${after} and m.order_id <= ${to}
    ), fitting as (
      select * from known where fits and not reverted
    ), bought as (
      select distinct on (order_id) order_id, amount_minor - back - lost as kept from fitting where not is_part
      order by order_id, occurred_at, attempt_id collate "C", provider_txn_id collate "C"
    ), added as (
      select f.order_id, sum(f.amount_minor - greatest(f.withdrawn_minor, f.back) - f.lost) as kept
      from fitting f join order_labels o on o.id = f.order_id where f.is_part
      group by f.order_id, o.total_minor having sum(f.amount_minor - f.withdrawn_minor) >= o.total_minor
    ), hand as (
      select order_id, currency, sum(case when reverted then 0 else amount_minor - back - lost end) as hand
      from known group by order_id, currency
    ), waits as (
      select order_id, currency, sum(case when credit = 'suspense' then amount else 0 end - case when debit = 'suspense' then amount else 0 end) as minor
      from postings group by order_id, currency
    ), sides as (
      select o.id, w.currency, w.minor, greatest(0, coalesce(h.hand, 0) - case when o.currency = w.currency
        then greatest(0, least(o.total_minor, coalesce(b.kept, a.kept, 0))) else 0 end) as held
      from waits w join order_labels o on o.id = w.order_id
      left join hand h on h.order_id = w.order_id and h.currency = w.currency
      left join bought b on b.order_id = w.order_id left join added a on a.order_id = w.order_id
    )
    select id as "orderId", 'money held in ' || currency as "what", held::bigint as "knownMinor", minor::bigint as "bookedMinor"
    from sides where held <> minor`)

export const countOrphans = (db: Queryable, { after, to }: Page) =>
  db.one(sql<{ orphans: number }>`
    select count(*)::int as orphans from ledger_postings p
    where p.order_id > ${after} and p.order_id <= ${to} and p.source = 'payment' and not exists (
      select from attempt_orders a join stated_facts f on f.attempt_id = a.id
      where a.order_id = p.order_id and f.kind = 'paid' and f.provider || ':' || f.provider_txn_id = p.source_id)`)

export const countOtherOrphans = (db: Queryable) =>
  db.one(sql<{ orphans: number }>`
    select count(*)::int as orphans from ledger_postings
    where order_id is null and not (source = 'commission' and starts_with(source_id, 'settlement:'))`)

export const listPayoutDifferences = (db: Queryable) =>
  db.query(sql<{ settlementId: string; knownMinor: number; bookedMinor: number }>`
    with booked as (
      select substr(source_id, 12) as id, sum(amount_minor) as amount from ledger_postings
      where order_id is null and source = 'commission' and starts_with(source_id, 'settlement:') group by 1
    )
    select coalesce(s.id::text, b.id) as "settlementId", coalesce(s.amount_minor, 0)::bigint as "knownMinor",
      coalesce(b.amount, 0)::bigint as "bookedMinor"
    from payout_amounts s full join booked b on b.id = s.id::text
    where coalesce(s.amount_minor, 0) <> coalesce(b.amount, 0)`)
