-- Payments of orders. `fits`: true if the payment can buy its order, alone or as a part (`is_part`). `withdrawn_minor`:
-- refunded part of a partial payment that no longer counts towards the order's total.
create view payment_marks as
select a.order_id, a.id as attempt_id, f.provider_txn_id, f.provider || ':' || f.provider_txn_id as payment, f.amount_minor, f.occurred_at,
  a.provider = 'crypto' as is_part,
  f.currency = a.currency and (a.provider = 'crypto' or f.amount_minor = a.amount_minor)
    and (h.provider is null or h.block_id is not null and h.released_at is not null) as fits,
  case when a.provider <> 'crypto' then 0 else (
    select coalesce(sum(r.amount_minor), 0) from refunds r
    where r.order_id = a.order_id and r.attempt_id = a.id and r.provider_txn_id = f.provider_txn_id and r.status <> 'failed'
      and (r.before_credit or r.is_final and not exists (
        select from refunds o where o.order_id = a.order_id and o.is_final and o.status in ('requested', 'sent'))))
  end as withdrawn_minor
from payment_attempts a
cross join lateral (select * from payment_facts where attempt_id = a.id and kind = 'paid' offset 0) f
left join held_payments h on h.provider = f.provider and h.provider_txn_id = f.provider_txn_id and h.attempt_id = f.attempt_id;
