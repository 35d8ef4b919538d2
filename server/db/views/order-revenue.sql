-- Revenue of an order so far (its kept money): ledger postings less refunds and chargebacks, in minor units.
create view order_revenue as
select order_id, currency,
  sum(case when credit in ('revenue', 'refunds', 'chargebacks') then amount_minor else 0 end
    - case when debit in ('revenue', 'refunds', 'chargebacks') then amount_minor else 0 end) as net_minor
from ledger_postings where order_id is not null group by order_id, currency;
