-- Time of one device class becomes time of another when somebody buys a plan of another size: what is left is taken out
-- and comes back converted. Both rows name the grant whose time it was (converts); the row that takes out is no reversal,
-- and may itself be reversed.
alter table membership_grants
  add column converts uuid references membership_grants (id),
  drop constraint membership_grants_source_check,
  add constraint membership_grants_source_check
    check (source in ('order', 'group', 'redeem', 'invite', 'trial', 'bonus', 'refund', 'operator', 'conversion')),
  drop constraint membership_grants_check,
  add constraint membership_grants_check check (converts is not null or (reverses is null) = (seconds > 0)),
  add constraint membership_grants_converted check (source <> 'conversion' or converts is not null);
create index membership_grants_converts on membership_grants (converts) where converts is not null;
