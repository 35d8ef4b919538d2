-- In a file of its own: while all payers are read, the lock that the trigger took is free again.
insert into risk_signals (kind, digest, user_id)
select 'payer', payer, user_id from payment_payers where keyed
on conflict do nothing;
alter table risk_signals validate constraint risk_signals_kind_check;
