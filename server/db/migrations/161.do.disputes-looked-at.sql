-- Outside a transaction, each statement by itself.
-- A dispute makes someone look at who earned by the order, whether or not anything is taken back by it.
create or replace trigger disputes_looked_at after update of is_disputed on commissions
  for each row when (new.is_disputed and not old.is_disputed) execute function wish_look_at_commission();
-- Whoever was marked before that. Most have been looked at since; once more does no harm.
insert into risk_dues (user_id) select distinct affiliate_id from commissions where is_disputed;
-- Disputes that servers of the release before applied while they still ran. All facts are read before any row is locked.
with disputed as materialized (
  select distinct a.order_id from payment_facts f join payment_attempts a on a.id = f.attempt_id where f.kind = 'disputed')
update commissions c set is_disputed = true
from disputed d where c.order_id = d.order_id and c.reverses is null and not c.is_disputed;
