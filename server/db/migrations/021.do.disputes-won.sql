-- A person states that a dispute was won: the payment is no longer contested, and the time it bought goes back.
alter table payment_facts
  drop constraint payment_facts_kind_check,
  add constraint payment_facts_kind_check
    check (kind in ('paid', 'failed', 'closed', 'refunded', 'disputed', 'dispute_won', 'reverted'));
