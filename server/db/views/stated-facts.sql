create view stated_facts as
select attempt_id, provider, provider_txn_id, kind, reference, currency, amount_minor, source, occurred_at from payment_facts;
