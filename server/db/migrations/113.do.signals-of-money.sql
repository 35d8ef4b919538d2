-- Who paid, and the kind of a passkey, as signals. Those on which money stands by the time that others would be forgotten are kept longer.
alter table risk_signals drop constraint risk_signals_kind_check;
alter table risk_signals add constraint risk_signals_kind_check
  check (kind in ('device', 'payer', 'payout', 'network', 'network_wide', 'network_widest', 'passkey')) not valid;
alter table risk_signals add column on_money boolean not null default false;
drop index risk_signals_gone;
create index risk_signals_gone on risk_signals (gone_at) where gone_at is not null and not on_money;
create index risk_signals_on_money on risk_signals (gone_at) where on_money;

-- A payer's digest is under the deployment's key already. One that is not is no signal: it could be tried.
create function carry_payer_to_signals() returns trigger language plpgsql as $$
begin
  if coalesce(new.keyed, old.keyed) then
    insert into risk_signals (kind, digest, user_id, gone_at)
    values ('payer', coalesce(new.payer, old.payer), coalesce(new.user_id, old.user_id), case when tg_op = 'DELETE' then now() end)
    on conflict (kind, digest, user_id) do update set gone_at = excluded.gone_at;
  end if;
  return coalesce(new, old);
end $$;
create trigger payers_signalled after insert or delete on payment_payers
  for each row execute function carry_payer_to_signals();
