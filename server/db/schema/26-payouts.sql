-- Sum of an affiliate's commissions that cannot be paid yet, by the days (UTC) on which their hold and reserve end.
-- Saves reading all commissions of an affiliate for each page. Updated once a day; a row is deleted when both days are
-- over.
create table commission_holds (
  affiliate_id uuid not null references users (id),
  ends_on date not null,
  held_on date not null,
  amount_minor bigint not null,
  reserve_minor bigint not null,
  primary key (affiliate_id, ends_on, held_on)
);

-- Day up to which commissions are included in `commission_holds`. Later commissions are read from `commissions`.
create table commission_hold_folds (
  day date primary key,
  folded_at timestamptz not null default now()
);

-- Commission that an affiliate earned and lost in a month, in US cents. Updated in the transaction that adds a
-- commission.
create table affiliate_months (
  affiliate_id uuid not null references users (id),
  month date not null,
  first_minor bigint not null default 0,
  renewal_minor bigint not null default 0,
  reversed_minor bigint not null default 0,
  primary key (affiliate_id, month)
);

-- Payouts that were approved together and are sent together. Append-only.
create table payout_batches (
  id uuid primary key,
  approved_by text not null,
  approved_by_id uuid not null references operators (id),
  approved_at timestamptz not null default now(),
  payouts integer not null check (payouts > 0),
  amount_minor bigint not null check (amount_minor > 0)
);
create index payout_batches_list on payout_batches (approved_at desc, id desc);

-- File with which payouts of a batch are sent on one blockchain. Append-only, so that every file that could be sent is
-- known.
create table payout_files (
  id uuid primary key,
  batch_id uuid not null references payout_batches (id),
  chain text not null,
  name text not null unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  settlements uuid[] not null check (cardinality(settlements) > 0),
  amount_minor bigint not null check (amount_minor > 0),
  again_reason text,
  made_by text not null,
  made_by_id uuid not null references operators (id),
  made_at timestamptz not null default now()
);
create index payout_files_batch on payout_files (batch_id, chain, made_at desc);

-- Payout of an affiliate for one month, in US cents: the commissions that became payable. Prepared by one operator,
-- approved by another, then sent on a blockchain.
create table settlements (
  id uuid primary key,
  affiliate_id uuid not null references users (id),
  period date not null check (extract(day from period) = 1),
  currency text not null default 'USD' check (currency = 'USD'),
  amount_minor bigint not null,
  commissions integer not null,
  -- State of a payout. `drawing`: commissions are being added, page by page. `prepared`: waits for approval.
  -- `approved`: can be sent. `paid`: sent. `undoing`: is being cancelled, page by page. `cancelled`: its commissions
  -- are free for the next payout.
  state text not null default 'prepared'
    check (state in ('drawing', 'prepared', 'approved', 'paid', 'undoing', 'cancelled')),
  prepared_by text not null,
  prepared_at timestamptz not null default now(),
  approved_by text,
  approved_at timestamptz,
  chain text,
  address text,
  transaction_hash text,
  -- Result of checking the payout's transaction on the blockchain. `not_checked`: not possible yet, so it is checked
  -- again. `mismatch`: a later check contradicted the record. Null if not paid.
  on_chain text check (on_chain in ('confirmed', 'not_checked', 'mismatch')),
  paid_at timestamptz,
  paid_by text,
  cancelled_by text,
  cancel_reason text,
  checked_at timestamptz,
  absent_since timestamptz,
  -- Account of the operator who prepared the payout. It must differ from `approved_by_id`.
  prepared_by_id uuid references operators (id),
  approved_by_id uuid references operators (id),
  batch_id uuid references payout_batches (id),
  -- Log position of the transfer within its blockchain transaction, because one transaction may pay several payouts.
  -- Null if not checked on the blockchain.
  transfer_index integer check (transfer_index >= 0),
  -- Last file that contains the payout. Sending any file that contains it would pay it.
  file_id uuid references payout_files (id),
  -- Part of the commissions that stays in reserve; it is subtracted in `amount_minor`. `reserve_paid_minor`: reserve of
  -- earlier commissions that this payout pays; it is added in `amount_minor`.
  reserve_kept_minor bigint not null default 0,
  reserve_paid_minor bigint not null default 0,
  constraint settlements_amount_minor_check check (state in ('drawing', 'undoing', 'cancelled') or amount_minor > 0),
  check (approved_by <> prepared_by),
  check (state not in ('approved', 'paid') or (approved_by is not null and address is not null)),
  check ((state = 'paid') = (transaction_hash is not null)),
  constraint settlements_commissions_check check (state in ('drawing', 'undoing', 'cancelled') or commissions > 0),
  constraint settlements_reason_check check ((state in ('undoing', 'cancelled')) = (cancel_reason is not null)),
  -- Requires two operators: the one who prepared a payout cannot approve it.
  constraint settlements_two_operators check (approved_by_id <> prepared_by_id)
);
create index settlements_address on settlements (lower(address)) where address is not null;
create index settlements_batch on settlements (batch_id) where batch_id is not null;
-- Index of transaction hashes in lower case, because hexadecimal digits mean the same in both cases.
create index settlements_by_hash on settlements (lower(transaction_hash)) where transaction_hash is not null;
create index settlements_file on settlements (file_id) where file_id is not null;
create index settlements_list on settlements (affiliate_id, prepared_at desc);
create index settlements_mismatch on settlements (prepared_at) where on_chain = 'mismatch';
create unique index settlements_one_open on settlements (affiliate_id)
  where state in ('drawing', 'prepared', 'approved', 'undoing');
-- Allows one payout for each affiliate and month, so that concurrent runs create only one.
create unique index settlements_period on settlements (affiliate_id, period) where state <> 'cancelled';
create index settlements_sent on settlements ((on_chain is not distinct from 'confirmed'), prepared_at, id) where state = 'paid';
create unique index settlements_transfer on settlements (lower(transaction_hash), transfer_index) where transfer_index is not null;
create index settlements_unchecked on settlements (chain, checked_at nulls first) where on_chain = 'not_checked';
create index settlements_unfinished on settlements (prepared_at, id) where state in ('drawing', 'undoing');
create unique index settlements_unseen on settlements (lower(transaction_hash), lower(address))
  where transaction_hash is not null and transfer_index is null;
create index settlements_waiting on settlements (prepared_at) where state in ('prepared', 'approved');

-- Commission of an affiliate for a paid order, in US cents, with all values by which it was computed. A refund or
-- dispute adds a row that reverses the first one, wholly or in part. Rows are never deleted; only review, void, dispute
-- and payout columns change.
create table commissions (
  id uuid primary key,
  affiliate_id uuid not null references users (id),
  referred_id uuid not null references users (id),
  order_id uuid not null references orders (id),
  campaign_id uuid references affiliate_campaigns (id),
  -- First row of the order, which this row corrects: negative for a refund or dispute, positive if money was restored.
  -- Null for the first row.
  reverses uuid references commissions (id),
  type text not null check (type in ('first', 'renewal')),
  terms_version integer not null,
  tier text not null,
  rate_bps integer not null check (rate_bps between 0 and 10000),
  paid_currency text not null check (paid_currency in ('CNY', 'USD')),
  -- Price paid and not refunded, in minor units of `paid_currency`. In correcting rows, the change of it.
  paid_minor bigint not null,
  -- Exchange rate: millionths of a US dollar for one unit of `paid_currency`.
  usd_per_unit_micros bigint not null check (usd_per_unit_micros > 0),
  amount_minor bigint not null check (amount_minor <> 0),
  -- Time at which the first row was added: when the order was paid, or later, for example when its group was complete.
  -- A reversal has the time of the row that it corrects, and so shares its month and hold.
  earned_at timestamptz not null,
  -- End of the hold, in which the purchase may be refunded. The commission is not paid before.
  held_until timestamptz not null,
  review_reason text,
  settlement_id uuid references settlements (id),
  booked_at timestamptz not null default now(),
  -- Reason why an operator voided the whole commission of the order. Set on the first row only; no later payment
  -- restores the commission.
  void_reason text,
  -- Part of `amount_minor` that is held in reserve after the hold. In a reversal, the part taken from the reserve.
  reserve_minor bigint not null default 0,
  reserve_until timestamptz,
  reserve_settlement_id uuid references settlements (id),
  -- True if any payment of the order was ever disputed, whatever the result. Set on the first row only.
  is_disputed boolean not null default false,
  check (reverses is not null or amount_minor > 0),
  constraint commissions_reserve check (reserve_minor = 0
    or (reserve_until is not null and sign(reserve_minor) = sign(amount_minor) and abs(reserve_minor) <= abs(amount_minor))),
  constraint commissions_reserve_later check (reserve_settlement_id is null or settlement_id is not null)
);
create index commissions_campaign on commissions (campaign_id, booked_at desc, id desc) where campaign_id is not null;
create index commissions_disputed on commissions (affiliate_id, booked_at) where is_disputed;
create index commissions_list on commissions (affiliate_id, booked_at desc, id desc);
create index commissions_of_reserve on commissions (reserve_settlement_id, booked_at desc, id desc)
  where reserve_settlement_id is not null;
create index commissions_of_settlement on commissions (settlement_id, booked_at desc, id desc) where settlement_id is not null;
create unique index commissions_once on commissions (order_id) where reverses is null;
create index commissions_order on commissions (order_id);
create index commissions_reserved on commissions (affiliate_id, reserve_until)
  include (reserve_minor, settlement_id, review_reason, held_until) where reserve_minor <> 0 and reserve_settlement_id is null;
create index commissions_reversals on commissions (affiliate_id, booked_at) include (order_id, reverses)
  where reverses is not null;
create index commissions_review on commissions (affiliate_id) where review_reason is not null;
create index commissions_review_list on commissions (affiliate_id, booked_at desc, id desc)
  where settlement_id is null and review_reason is not null;
create index commissions_taken_back on commissions (affiliate_id) include (amount_minor, reverses)
  where reverses is not null and settlement_id is null;
create index commissions_unsettled on commissions (affiliate_id, held_until)
  include (amount_minor, earned_at, review_reason) where settlement_id is null;
-- Pages of an affiliate's unpaid commissions, newest first, without reading those paid years ago.
create index commissions_unsettled_list on commissions (affiliate_id, booked_at desc, id desc) where settlement_id is null;
-- Pages of an affiliate's unpaid commissions and reversals by id, read when a payout is prepared.
create index commissions_waiting on commissions (affiliate_id, id)
  include (amount_minor, earned_at, held_until, review_reason) where settlement_id is null;

-- Trigger: requests a risk check of an affiliate whose commission was reversed or disputed.
create function wish_look_at_commission() returns trigger language plpgsql as $$
begin
  insert into risk_dues (user_id) values (new.affiliate_id);
  return new;
end $$;

create trigger disputes_looked_at after update of is_disputed on commissions
  for each row when (new.is_disputed and not old.is_disputed) execute function wish_look_at_commission();

create trigger reversals_looked_at after insert on commissions
  for each row when (new.reverses is not null) execute function wish_look_at_commission();

grant select, insert, update, delete on commission_holds, affiliate_months, settlements to wayfare_app;
grant select, insert on commission_hold_folds, payout_batches, payout_files, commissions to wayfare_app;
grant update (review_reason, settlement_id, void_reason, reserve_settlement_id, is_disputed) on commissions to
wayfare_app;
