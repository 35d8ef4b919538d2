-- The release before gives a referral to another inviter and leaves days that can still change as they are added up: the row would count for
-- both until the day is folded. So the correction itself has them added up anew, where a row of their time changed. Dropped one release later.
create function add_open_days_up_anew() returns trigger language plpgsql as $$
declare
  folded constant timestamptz := coalesce((select max(day) + 1 from affiliate_folds)::timestamp at time zone 'UTC', '-infinity');
  added constant timestamptz := (select until from affiliate_open_folds);
begin
  if (old.referred_at >= folded and old.referred_at < added) or exists (
    select from orders o join commissions c on c.order_id = o.id
    where o.user_id = old.user_id and c.booked_at >= folded and c.booked_at < added)
  then
    -- The turn of what folds days, which a correction has already.
    perform pg_advisory_xact_lock(hashtextextended('daily folds', 0));
    delete from affiliate_open_days;
    delete from affiliate_open_folds;
  end if;
  return null;
end $$;
create trigger referrals_given_on after update of inviter_id on referrals
  for each row when (old.inviter_id <> new.inviter_id) execute function add_open_days_up_anew();
create trigger referrals_taken_away after delete on referrals
  for each row execute function add_open_days_up_anew();
