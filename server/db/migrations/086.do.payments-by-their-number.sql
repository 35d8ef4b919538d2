-- What a provider calls a payment is found whatever provider it is of.
create index payment_facts_number on payment_facts (provider_txn_id);
