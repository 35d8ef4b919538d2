-- What one owner prepares to take another away: the one concerned can stop it, and while it waits neither moves money.
alter table operator_proposals add column against uuid references operators (id),
  add column stopped_at timestamptz;
create index operator_proposals_against on operator_proposals (id) where state = 'open' and against is not null;

-- When an owner who could sign in was disabled, demoted or reset: who is alone since then waits from then on.
alter table operators add column not_owner_since timestamptz;
