-- A wallet that sent a transfer is a payer, too. Its own kind of signal: anyone makes a new wallet for nothing, and customers of an
-- exchange share one, so that it never tells people apart and never ties strangers into one case.
alter table payment_payers add column is_wallet boolean not null default false;
alter table risk_signals drop constraint risk_signals_kind_check;
alter table risk_signals add constraint risk_signals_kind_check
  check (kind in ('device', 'payer', 'wallet', 'payout', 'network', 'network_wide', 'network_widest', 'passkey')) not valid;

create or replace function carry_payer_to_signals() returns trigger language plpgsql as $$
begin
  if coalesce(new.keyed, old.keyed) then
    insert into risk_signals (kind, digest, user_id, gone_at)
    values (case when coalesce(new.is_wallet, old.is_wallet) then 'wallet' else 'payer' end, coalesce(new.payer, old.payer),
      coalesce(new.user_id, old.user_id), case when tg_op = 'DELETE' then now() end)
    on conflict (kind, digest, user_id) do update set gone_at = excluded.gone_at;
  end if;
  return coalesce(new, old);
end $$;
