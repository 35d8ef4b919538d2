-- An affiliate's commissions that are in no settlement, newest first: filtered by their state, without walking through
-- those of years that are paid.
create index commissions_unsettled_list on commissions (affiliate_id, booked_at desc, id desc) where settlement_id is null;

-- Digests of payers come under the deployment's key. The database does not have it, so the server turns those of before
-- over as it starts (`db/key-payers.ts`); what an older server adds meanwhile says so by the default.
alter table payment_payers add column keyed boolean not null default false;
alter table payment_payers add check (octet_length(payer) = 32);
create index payment_payers_plain on payment_payers (payer) where not keyed;
