-- What is within its hold or its reserve, by the days (UTC) on which these end: of an affiliate, what all commissions
-- come to whose hold ends on `held_on` and of which nothing waits any more from the end of `ends_on`. Added up by the
-- day on which they were booked, once it is over.
create table commission_holds (
  affiliate_id uuid not null references users (id),
  ends_on date not null,
  held_on date not null,
  amount_minor bigint not null,
  reserve_minor bigint not null,
  primary key (affiliate_id, ends_on, held_on)
);

-- Up to which day commissions are in it; those that were booked later are read as they are.
create table commission_hold_folds (
  day date primary key,
  folded_at timestamptz not null default now()
);

-- Earned and taken back by month; kept in the transaction that adds a commission.
create table affiliate_months (
  affiliate_id uuid not null references users (id),
  month date not null,
  first_minor bigint not null default 0,
  renewal_minor bigint not null default 0,
  reversed_minor bigint not null default 0,
  primary key (affiliate_id, month)
);

-- Payouts that were approved together, and are sent by one file. `batch_id`: of which list a settlement is.
create table payout_batches (
  id uuid primary key,
  approved_by text not null,
  approved_by_id uuid not null references operators (id),
  approved_at timestamptz not null default now(),
  payouts integer not null check (payouts > 0),
  amount_minor bigint not null check (amount_minor > 0)
);
create index payout_batches_list on payout_batches (approved_at desc, id desc);

-- Each file by which a list of payouts is sent. `settlements`: its lines; `again_reason`: why some of them stand in
-- an earlier file, too.
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

create table settlements (
  id uuid primary key,
  affiliate_id uuid not null references users (id),
  -- The first day of the month that it closes, UTC.
  period date not null check (extract(day from period) = 1),
  currency text not null default 'USD' check (currency = 'USD'),
  amount_minor bigint not null,
  commissions integer not null,
  state text not null default 'prepared' check (state in ('drawing', 'prepared', 'approved', 'paid', 'undoing', 'cancelled')),
  prepared_by text not null,
  prepared_at timestamptz not null default now(),
  -- Another person than who prepared it: the database insists.
  approved_by text,
  approved_at timestamptz,
  chain text,
  address text,
  transaction_hash text,
  on_chain text check (on_chain in ('confirmed', 'not_checked', 'mismatch')),
  paid_at timestamptz,
  paid_by text,
  cancelled_by text,
  cancel_reason text,
  checked_at timestamptz,
  absent_since timestamptz,
  -- Two persons are two accounts. Settlements from before have no id: they are given up and prepared anew.
  prepared_by_id uuid references operators (id),
  approved_by_id uuid references operators (id),
  batch_id uuid references payout_batches (id),
  -- One transaction may pay many, each by a transfer of its own. `transfer_index`: which one, where the chain was
  -- looked at.
  transfer_index integer check (transfer_index >= 0),
  -- The last file that a settlement stands in: anyone who sends it pays that settlement.
  file_id uuid references payout_files (id),
  -- Of a settlement: what its commissions come to, less what it kept back of them, with the reserves that it paid of
  -- earlier ones.
  reserve_kept_minor bigint not null default 0,
  reserve_paid_minor bigint not null default 0,
  constraint settlements_amount_minor_check check (state in ('drawing', 'undoing', 'cancelled') or amount_minor > 0),
  check (approved_by <> prepared_by),
  check (state not in ('approved', 'paid') or (approved_by is not null and address is not null)),
  check ((state = 'paid') = (transaction_hash is not null)),
  constraint settlements_commissions_check check (state in ('drawing', 'undoing', 'cancelled') or commissions > 0),
  constraint settlements_reason_check check ((state in ('undoing', 'cancelled')) = (cancel_reason is not null)),
  constraint settlements_two_operators check (approved_by_id <> prepared_by_id)
);
create index settlements_address on settlements (lower(address)) where address is not null;
create index settlements_batch on settlements (batch_id) where batch_id is not null;
create index settlements_by_hash on settlements (lower(transaction_hash)) where transaction_hash is not null;
create index settlements_file on settlements (file_id) where file_id is not null;
create index settlements_list on settlements (affiliate_id, prepared_at desc);
create index settlements_mismatch on settlements (prepared_at) where on_chain = 'mismatch';
create unique index settlements_one_open on settlements (affiliate_id)
  where state in ('drawing', 'prepared', 'approved', 'undoing');
-- One for each month, and one at a time: a hundred runs at once draw up one.
create unique index settlements_period on settlements (affiliate_id, period) where state <> 'cancelled';
create index settlements_sent on settlements ((on_chain is not distinct from 'confirmed'), prepared_at, id) where state = 'paid';
create unique index settlements_transfer on settlements (lower(transaction_hash), transfer_index) where transfer_index is not null;
create index settlements_unchecked on settlements (chain, checked_at nulls first) where on_chain = 'not_checked';
create index settlements_unfinished on settlements (prepared_at, id) where state in ('drawing', 'undoing');
create unique index settlements_unseen on settlements (lower(transaction_hash), lower(address))
  where transaction_hash is not null and transfer_index is null;
create index settlements_waiting on settlements (prepared_at) where state in ('prepared', 'approved');

-- One row for each paid order, everything that it was reckoned by frozen with it. What a refund or dispute takes back
-- is a row of its own with a negative amount that names it. Amounts are in the currency of payouts, US cents.
create table commissions (
  id uuid primary key,
  affiliate_id uuid not null references users (id),
  referred_id uuid not null references users (id),
  order_id uuid not null references orders (id),
  campaign_id uuid references affiliate_campaigns (id),
  reverses uuid references commissions (id),
  type text not null check (type in ('first', 'renewal')),
  terms_version integer not null,
  tier text not null,
  rate_bps integer not null check (rate_bps between 0 and 10000),
  paid_currency text not null check (paid_currency in ('CNY', 'USD')),
  paid_minor bigint not null,
  usd_per_unit_micros bigint not null check (usd_per_unit_micros > 0),
  amount_minor bigint not null check (amount_minor <> 0),
  -- Of the order; a reversal has that of the row that it takes back, and so shares its month and its hold.
  earned_at timestamptz not null,
  held_until timestamptz not null,
  review_reason text,
  settlement_id uuid references settlements (id),
  booked_at timestamptz not null default now(),
  -- Why an operator took a commission back for good; it stands on the first row of its order, and no later payment
  -- brings it back.
  void_reason text,
  -- `reserve_minor`: of the amount; of a row that takes back, what went from the reserve. `reserve_settlement_id`:
  -- what paid it.
  reserve_minor bigint not null default 0,
  reserve_until timestamptz,
  -- Alone: beside a column with a default its key would be checked against every row, under this lock.
  reserve_settlement_id uuid references settlements (id),
  -- Whether a payment of the order was ever disputed, whichever it was and however that ended: on the first row of
  -- its commission.
  is_disputed boolean not null default false,
  check (reverses is not null or amount_minor > 0),
  constraint commissions_reserve check (reserve_minor = 0 or (reserve_until is not null and sign(reserve_minor) = sign(amount_minor) and abs(reserve_minor) <= abs(amount_minor))),
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
-- What waits: of one affiliate by the end of its hold, and all of it for the monthly run.
create index commissions_unsettled on commissions (affiliate_id, held_until)
  include (amount_minor, earned_at, review_reason) where settlement_id is null;
-- An affiliate's commissions that are in no settlement, newest first: filtered by their state, without walking
-- through those of years that are paid.
create index commissions_unsettled_list on commissions (affiliate_id, booked_at desc, id desc) where settlement_id is null;
-- What an affiliate waits for, in pages; and what went back, which is looked at whenever a settlement goes on.
create index commissions_waiting on commissions (affiliate_id, id)
  include (amount_minor, earned_at, held_until, review_reason) where settlement_id is null;

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
