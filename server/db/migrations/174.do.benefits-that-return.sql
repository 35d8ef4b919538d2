-- An account that was withdrawn is given again only where who imports says that it returns. The release before does not know of that, and has
-- no unique account any more to stop it: what it adds of an account that was there once is left out, as it was before.
alter table benefit_stock add column is_return boolean not null default false;
create function leave_out_known_benefit() returns trigger language plpgsql as $$
begin
  if exists (select from benefit_stock b where b.kind = new.kind and b.account = new.account) then return null; end if;
  return new;
end $$;
create trigger benefits_known before insert on benefit_stock
  for each row when (not new.is_return) execute function leave_out_known_benefit();
