/**
 * SQL that fills payments of the orders in `drawn`: notifications, facts, refunds and ledger. Runs after `orders` on
 * the same rows.
 */
export const money: readonly string[] = [
  `insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at, source, raw_hash, recorded_at)
   select pg_temp.id_at(paid_at, '020', n), provider, 'paid', attempt_id, txn, '', currency,
     case when status = 'review' then total + 100 else total end, paid_at,
     case when n % 50 = 0 then 'query' else 'notification' end, md5(txn), paid_at
   from drawn where is_paid or status = 'review'`,
  `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor, booked_at)
   select pg_temp.id_at(paid_at, '030', n), 'payment', provider || ':' || txn, id, 'clearing:' || provider,
     case when status = 'review' then 'suspense' else 'revenue' end, currency,
     case when status = 'review' then total + 100 else total end, paid_at
   from drawn where is_paid or status = 'review'`,
  `insert into review_items (id, order_id, attempt_id, reason, details, opened_at, resolved_at, resolution, resolved_by)
   select pg_temp.id_at(paid_at, '040', n), id, attempt_id, 'overpaid', jsonb_build_object('amountMinor', total + 100), paid_at,
     case when n % 100 <> 0 then paid_at + interval '1 day' end, case when n % 100 <> 0 then 'keep' end, case when n % 100 <> 0 then 'large' end
   from drawn where status = 'review'`,
  `create temp table returned as
   select d.*, pg_temp.ulid_at(paid_at, n) as refund_id, paid_at + interval '2 days' as returned_at,
     case status when 'refunded' then total else total / 10 end as amount
   from drawn d where status in ('refunded', 'partially_refunded')`,
  `insert into refunds (id, order_id, attempt_id, provider_txn_id, currency, amount_minor, reason, status, requested_by, created_at, settled_at)
   select refund_id, id, attempt_id, txn, currency, amount, 'large', 'done', 'large', returned_at, returned_at from returned`,
  `insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at, source, raw_hash, recorded_at)
   select pg_temp.id_at(returned_at, '021', n), provider, 'refunded', attempt_id, txn, 'refund:' || refund_id, currency, amount, returned_at,
     'notification', md5(refund_id), returned_at
   from returned`,
  `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor, booked_at)
   select pg_temp.id_at(returned_at, '031', n), 'refund', provider || ':' || txn || ':' || amount, id, 'refunds', 'clearing:' || provider,
     currency, amount, returned_at
   from returned`,
  'drop table returned',
  `insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at, source, raw_hash, recorded_at)
   select pg_temp.id_at(paid_at, '022', n), provider, 'disputed', attempt_id, txn, 'lost:D' || n, currency, total, paid_at, 'notification',
     md5('D' || n), paid_at
   from drawn where is_lost`,
  `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor, booked_at)
   select pg_temp.id_at(paid_at, '032', n), 'dispute', provider || ':' || txn || ':' || total || '.0', id, 'chargebacks', 'clearing:' || provider,
     currency, total, paid_at
   from drawn where is_lost`,
]
