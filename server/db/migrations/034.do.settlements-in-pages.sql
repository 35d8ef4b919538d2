-- A settlement of very many commissions is drawn up, and given up, in steps of a bounded size. `drawing`: its commissions are
-- being marked, and its amount grows with them. `undoing`: it was given up, and its commissions are being freed.
alter table settlements
  drop constraint settlements_state_check,
  drop constraint settlements_amount_minor_check,
  drop constraint settlements_commissions_check,
  drop constraint settlements_check3;
alter table settlements
  add constraint settlements_state_check
    check (state in ('drawing', 'prepared', 'approved', 'paid', 'undoing', 'cancelled')) not valid,
  add constraint settlements_amount_minor_check check (state in ('drawing', 'undoing', 'cancelled') or amount_minor > 0) not valid,
  add constraint settlements_commissions_check check (state in ('drawing', 'undoing', 'cancelled') or commissions > 0) not valid,
  add constraint settlements_reason_check check ((state in ('undoing', 'cancelled')) = (cancel_reason is not null)) not valid;
create unique index settlements_one_open on settlements (affiliate_id)
  where state in ('drawing', 'prepared', 'approved', 'undoing');
drop index settlements_open;
create index settlements_unfinished on settlements (prepared_at, id) where state in ('drawing', 'undoing');

-- What an affiliate waits for, in pages; and what went back, which is looked at whenever a settlement goes on.
create index commissions_waiting on commissions (affiliate_id, id)
  include (amount_minor, earned_at, held_until, review_reason) where settlement_id is null;
create index commissions_taken_back on commissions (affiliate_id) include (amount_minor, reverses)
  where reverses is not null and settlement_id is null;
