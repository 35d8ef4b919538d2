-- Deletes orders with everything that belongs to them. The caller must hold the orders' locks and have just checked the
-- orders with `unpaid_orders_among`. Does not delete facts about money, so that foreign keys reject an order that has
-- any.
create function delete_unpaid_orders(ids uuid[]) returns void language plpgsql as $$
declare attempts text[] := array(select a.id from payment_attempts a where a.order_id = any(ids));
begin
  with uses as (delete from promo_uses where order_id = any(ids) and status = 'released' returning code, user_id)
  delete from promo_users u using (select distinct code, user_id from uses) gone
  where u.code = gone.code and u.user_id = gone.user_id and u.uses = 0
    and not exists (
      select from promo_uses p where p.user_id = u.user_id and p.code = u.code and p.order_id <> all(ids));
  update group_events set order_id = null where order_id = any(ids);
  delete from provider_events where attempt_id = any(attempts);
  update provider_events set named_attempt = null where named_attempt = any(attempts);
  delete from payment_facts where attempt_id = any(attempts) and kind in ('closed', 'failed');
  delete from payment_attempts where id = any(attempts);
  delete from order_events where order_id = any(ids);
  delete from orders where id = any(ids);
end $$;
revoke all on function delete_unpaid_orders(uuid[]) from public;

-- Deletes old webhooks that concern no payment and no review, after their content was deleted. Runs as the owner,
-- because the application may not delete them.
create function forget_unlinked_events(days integer, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare forgotten integer;
begin
  delete from provider_events where id in (
    select e.id from provider_events e
    where e.attempt_id is null and e.sealed is null and e.received_at < now() - make_interval(days => days)
      and not exists (select from review_items r where r.provider_event_id = e.id)
    order by e.received_at, e.id limit most for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke all on function forget_unlinked_events(integer, integer) from public;
grant execute on function forget_unlinked_events(integer, integer) to wayfare_app;

-- Deletes old groups in which nobody paid, with their seats, history and orders. Runs as the owner. Locks groups before
-- orders, as all code does, to prevent deadlocks.
create function forget_unpaid_groups(ids text[], days integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone text[];
  locked uuid[];
begin
  gone := array(
    select g.id from groups g
    where g.id = any(ids) and g.status in ('expired', 'closed') and g.ended_at < now() - make_interval(days => days)
    order by g.id for update skip locked);
  locked := array(select o.id from orders o where o.group_id = any(gone) order by o.id for update skip locked);
  locked := unpaid_orders_among(locked, days);
  gone := array(
    select mine.id from unnest(gone) as mine (id)
    where not exists (select from orders o where o.group_id = mine.id and o.id <> all(locked))
      and not exists (
        select from group_seats s where s.group_id = mine.id and (s.state <> 'held' or s.grants_made > 0 or s.order_id <> all(locked))));
  locked := array(select o.id from orders o where o.group_id = any(gone));
  delete from group_seats where group_id = any(gone);
  delete from group_events where group_id = any(gone);
  perform delete_unpaid_orders(locked);
  delete from groups where id = any(gone);
  return cardinality(gone);
end $$;
revoke all on function forget_unpaid_groups(text[], integer) from public;
grant execute on function forget_unpaid_groups(text[], integer) to wayfare_app;

-- Deletes old unpaid orders. Runs as the owner. Skips orders that are locked, and checks again under the lock, because
-- a payment may have arrived meanwhile.
create function forget_unpaid_orders(ids uuid[], days integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare gone uuid[] := unpaid_orders_among(ids, days);
begin
  gone := array(select o.id from orders o where o.id = any(gone) order by o.id for update skip locked);
  gone := unpaid_orders_among(gone, days);
  gone := array(select mine.id from unnest(gone) as mine (id) where not exists (select from group_seats s where s.order_id = mine.id));
  perform delete_unpaid_orders(gone);
  return cardinality(gone);
end $$;
revoke all on function forget_unpaid_orders(uuid[], integer) from public;
grant execute on function forget_unpaid_orders(uuid[], integer) to wayfare_app;

-- Selects the orders that can be deleted: ended without payment, untouched for `days` days, and not referenced by any
-- payment, refund, review or reward. Orders with a wallet address stay, because such an address can be paid at any
-- time.
create function unpaid_orders_among(ids uuid[], days integer) returns uuid[] language sql stable as $$
  select coalesce(array_agg(o.id order by o.id), '{}') from orders o
  where o.id = any(ids) and o.status in ('cancelled', 'expired') and o.paid_at is null and o.grants_made = 0 and o.standing_grant is null
    and o.payable_until < now() - make_interval(days => days)
    and not exists (select from order_events e where e.order_id = o.id and e.at >= now() - make_interval(days => days))
    and not exists (
      select from payment_attempts a join payment_facts f on f.attempt_id = a.id
      where a.order_id = o.id and f.kind not in ('closed', 'failed'))
    and not exists (
      select from payment_attempts a join provider_events e on e.attempt_id = a.id join review_items r on r.provider_event_id = e.id
      where a.order_id = o.id)
    and not exists (select from payment_attempts a join review_items r on r.attempt_id = a.id where a.order_id = o.id)
    and not exists (select from review_items r where r.order_id = o.id)
    and not exists (select from refunds r where r.order_id = o.id)
    and not exists (select from ledger_postings p where p.order_id = o.id)
    and not exists (select from promo_uses p where p.order_id = o.id and p.status <> 'released')
    and not exists (select from crypto_deposits d where d.order_id = o.id)
    and not exists (select from crypto_addresses c where c.order_id = o.id)
    and not exists (select from chain_transfers t where t.order_id = o.id)
    and not exists (select from commissions c where c.order_id = o.id)
    and not exists (select from referral_rewards r where r.order_id = o.id)
    and not exists (select from referrals r where r.first_order_id = o.id)
$$;
revoke all on function unpaid_orders_among(uuid[], integer) from public;

-- Digest of `../views/`. The migration that changes a view must contain the new digest.
-- views: 524400623ae3a634
