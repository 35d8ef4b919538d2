import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Posting } from './ledger.rules.ts'

/** 0 if it is booked already. */
export const insertPosting = (db: Queryable, orderId: string | null, p: Posting) =>
  db.run(sql`
    insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
    values (${randomUUIDv7()}, ${p.source}, ${p.sourceId}, ${orderId}, ${p.debit}, ${p.credit}, ${p.currency}, ${p.amountMinor})
    on conflict (source, source_id) do nothing`)

/** What is booked of one payment: what was given back, what disputes took, and whether it was released with other parts. */
export const findBooked = (db: Queryable, id: string) =>
  db.one(sql<{ refundsMinor: number; lostMinor: number; lossSteps: number; isReleased: boolean }>`
    select
      (select coalesce(sum(amount_minor), 0) from ledger_postings
        where source = 'refund' and starts_with(source_id, ${id} || ':'))::bigint as "refundsMinor",
      losses."lostMinor", losses."lossSteps",
      exists (select from ledger_postings where source = 'adjustment' and source_id = ${id} || ':parts') as "isReleased"
    from (
      select coalesce(sum(case when source = 'dispute' then amount_minor else -amount_minor end), 0)::bigint as "lostMinor",
        count(*)::int as "lossSteps"
      from ledger_postings
      where source = 'dispute' and starts_with(source_id, ${id} || ':')
        or source = 'adjustment' and starts_with(source_id, ${id} || ':lost:')) losses`)

export type Balance = { account: string; currency: string; debitMinor: number; creditMinor: number }

/** Both sides of every account. */
export const listBalances = (db: Queryable) =>
  db.query(sql<Balance>`
    select account as "account", currency as "currency",
      coalesce(sum(amount) filter (where side = 'debit'), 0)::bigint as "debitMinor",
      coalesce(sum(amount) filter (where side = 'credit'), 0)::bigint as "creditMinor"
    from (
      select debit as account, currency, amount_minor as amount, 'debit' as side from ledger_postings
      union all
      select credit, currency, amount_minor, 'credit' from ledger_postings
    ) legs
    group by account, currency order by currency, account`)

export type Difference = { orderId: string; what: string; knownMinor: number; bookedMinor: number }

/**
 * Payments whose verified facts and whose books disagree: what came in, what went back, and what disputes took of the rest.
 * The provider's word about a dispute outweighs an operator's. Refunds are stated one by one or as a total; the larger counts, as in settlement.
 */
export const listDifferences = (db: Queryable) =>
  db.query(sql<Difference>`
    with paid as (
      select f.provider || ':' || f.provider_txn_id as id, a.order_id, f.amount_minor as amount, f.currency
      from payment_facts f join payment_attempts a on a.id = f.attempt_id where f.kind = 'paid'
    ), refunded as (
      select provider || ':' || provider_txn_id as id,
        greatest(
          coalesce(sum(amount_minor) filter (where reference like 'refund:%'), 0),
          coalesce(max(amount_minor) filter (where reference like 'total:%'), 0)) as amount
      from payment_facts where kind = 'refunded' group by 1
    ), ends as (
      select provider || ':' || provider_txn_id as id, currency, kind, amount_minor as amount, source = 'operator' as "isOurs",
        regexp_replace(reference, '^(operator:)?(lost|dispute):', '') as dispute
      from payment_facts where kind = 'dispute_won' or kind = 'disputed' and reference ~ '^(operator:)?lost:'
    ), lost as (
      select id, currency, sum(amount) as amount from ends e
      where kind = 'disputed' and not ("isOurs" and exists (
        select from ends o where o.id = e.id and o.dispute = e.dispute and not o."isOurs"
          and (o.kind = 'dispute_won' or o.currency = e.currency)))
      group by 1, 2
    ), booked as (
      select source_id as id, amount_minor as amount from ledger_postings where source = 'payment'
    ), given as (
      select regexp_replace(source_id, ':[0-9]+$', '') as id, sum(amount_minor) as amount
      from ledger_postings where source = 'refund' group by 1
    ), taken as (
      select regexp_replace(source_id, '(:lost)?:[0-9]+([.][0-9]+)?$', '') as id,
        sum(case when source = 'dispute' then amount_minor else -amount_minor end) as amount
      from ledger_postings where source = 'dispute' or source = 'adjustment' and source_id like '%:lost:%' group by 1
    ), losses as (
      select paid.id, order_id, coalesce(taken.amount, 0) as booked,
        least(paid.amount - least(paid.amount, coalesce(refunded.amount, 0)), coalesce(lost.amount, 0)) as known
      from paid left join refunded using (id) left join lost using (id, currency) left join taken using (id)
    )
    select order_id as "orderId", 'payment ' || paid.id as "what", paid.amount as "knownMinor",
      coalesce(booked.amount, 0)::bigint as "bookedMinor"
    from paid left join booked using (id) where paid.amount <> coalesce(booked.amount, 0)
    union all
    select order_id, 'refund ' || paid.id, least(paid.amount, coalesce(refunded.amount, 0))::bigint, coalesce(given.amount, 0)::bigint
    from paid left join refunded using (id) left join given using (id)
    where least(paid.amount, coalesce(refunded.amount, 0)) <> coalesce(given.amount, 0)
    union all
    select order_id, 'loss of ' || id, known::bigint, booked::bigint from losses where known <> booked`)

/** Postings of payments that no fact states. */
export const countOrphans = (db: Queryable) =>
  db.one(sql<{ orphans: number }>`
    select count(*)::int as orphans from ledger_postings p
    where p.source = 'payment' and not exists (
      select from payment_facts f where f.kind = 'paid' and f.provider || ':' || f.provider_txn_id = p.source_id)`)

/** What affiliates are owed: by the rows of commissions and paid settlements, and by the books. */
export const compareCommissions = (db: Queryable) =>
  db.one(sql<{ knownMinor: number; bookedMinor: number }>`
    select
      ((select coalesce(sum(amount_minor), 0) from commissions)
        - (select coalesce(sum(amount_minor), 0) from settlements where state = 'paid'))::bigint as "knownMinor",
      (select coalesce(sum(case when credit = 'commissions-payable' then amount_minor else -amount_minor end), 0)
        from ledger_postings where source = 'commission' and 'commissions-payable' in (debit, credit))::bigint as "bookedMinor"`)
