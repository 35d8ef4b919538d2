-- What a person may use -----------------------------------------------------------------------------------------------
-- The row of a membership says all of it, and counts its changes: anything that delivers it compares one number. The triggers
-- below raise it, so that no statement can change what a person may use and leave it out.
alter table memberships
  add column version bigint not null default 1,
  -- From when on nothing but the free trial is left; null where time of another kind comes last.
  add column trial_from timestamptz,
  add column blocked_at timestamptz,
  add column erased_at timestamptz;

create table account_blocks (
  user_id uuid primary key references users (id),
  blocked_at timestamptz not null default now()
);
grant select, insert, delete on account_blocks to wayfare_app;

update memberships m set trial_from = last.expires_at - make_interval(secs => last.seconds)
from (
  select distinct on (user_id) user_id, source, reverses, seconds, expires_at from membership_grants
  order by user_id, position desc
) last
where last.user_id = m.user_id and last.source = 'trial' and last.reverses is null and m.expires_at > now();

insert into memberships (user_id, erased_at)
select user_id, erased_at from account_deletions where erased_at is not null
on conflict (user_id) do update set erased_at = excluded.erased_at;

create function raise_membership_version() returns trigger language plpgsql as $$
begin
  -- The release before moves the end and knows no trial: what it wrote counts as paid.
  if new.expires_at is distinct from old.expires_at and new.trial_from is not distinct from old.trial_from then
    new.trial_from := null;
  end if;
  if (new.expires_at, new.max_devices, new.trial_from, new.blocked_at, new.erased_at)
      is distinct from (old.expires_at, old.max_devices, old.trial_from, old.blocked_at, old.erased_at) then
    new.version := greatest(new.version, old.version + 1);
  end if;
  if new.version < old.version then
    raise exception 'the version of a membership never falls';
  end if;
  return new;
end $$;
create trigger memberships_version before update on memberships for each row execute function raise_membership_version();

create function carry_block_to_membership() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into memberships (user_id, blocked_at) values (new.user_id, new.blocked_at)
    on conflict (user_id) do update set blocked_at = excluded.blocked_at;
    return new;
  end if;
  update memberships set blocked_at = null where user_id = old.user_id;
  return old;
end $$;
create trigger account_blocks_carried after insert or delete on account_blocks
  for each row execute function carry_block_to_membership();

create function carry_erasure_to_membership() returns trigger language plpgsql as $$
begin
  insert into memberships (user_id, erased_at) values (new.user_id, new.erased_at)
  on conflict (user_id) do update set erased_at = excluded.erased_at;
  return new;
end $$;
create trigger account_deletions_carried after update of erased_at on account_deletions
  for each row when (old.erased_at is distinct from new.erased_at) execute function carry_erasure_to_membership();

create function carry_devices_to_membership() returns trigger language plpgsql as $$
begin
  update memberships set version = version + 1 where user_id = coalesce(new.user_id, old.user_id);
  return coalesce(new, old);
end $$;
create trigger devices_carried after insert or delete on devices
  for each row execute function carry_devices_to_membership();
-- views: 18d2219cdcb4b2aa
