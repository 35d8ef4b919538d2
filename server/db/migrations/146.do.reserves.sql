-- A part of a commission that is kept back when the rest is paid, and is paid later: frozen with the payment by the tier's terms.
alter table referral_rewards
  add column reserve_bps integer not null default 0,
  add column reserve_days integer not null default 0;

-- `reserve_minor`: of the amount; of a row that takes back, what went from the reserve. `reserve_settlement_id`: what paid it.
alter table commissions
  add column reserve_minor bigint not null default 0,
  add column reserve_until timestamptz;
-- Alone: beside a column with a default its key would be checked against every row, under this lock.
alter table commissions add column reserve_settlement_id uuid references settlements (id);
alter table commissions
  add constraint commissions_reserve check (
    reserve_minor = 0 or (reserve_until is not null and sign(reserve_minor) = sign(amount_minor) and abs(reserve_minor) <= abs(amount_minor))
  ) not valid,
  -- A reserve is paid with its commission, or after it.
  add constraint commissions_reserve_later check (reserve_settlement_id is null or settlement_id is not null) not valid;
grant update (reserve_settlement_id) on commissions to wayfare_app;

-- Of a settlement: what its commissions come to, less what it kept back of them, with the reserves that it paid of earlier ones.
alter table settlements
  add column reserve_kept_minor bigint not null default 0,
  add column reserve_paid_minor bigint not null default 0;

-- What counts in a shop that runs and published nothing stays its version 1: a reserve is for shops to come, and for later versions.
insert into affiliate_terms (version, since, terms, published_by, published_at)
select 1, '2025-04-20', '{"version": 1, "since": "2025-04-20", "currency": "USD", "tiers": [
    {"id": "standard", "names": {"en": "Standard", "zh-CN": "标准"}, "fromPaidReferrals": 0, "firstBps": 2500, "renewalBps": 2000},
    {"id": "plus", "names": {"en": "Plus", "zh-CN": "进阶"}, "fromPaidReferrals": 20, "firstBps": 5000, "renewalBps": 2000},
    {"id": "top", "names": {"en": "Top", "zh-CN": "顶级"}, "fromPaidReferrals": 100, "byOperator": true, "firstBps": 10000, "renewalBps": 2500}
  ], "holdDays": 14, "longerHolds": {"newAffiliate": {"months": 3, "days": 45}, "card": {"fromBps": 5000, "days": 60}},
  "minPayoutMinor": 10000, "attributionDays": 7, "invitedTrialMinutes": 180, "referRateBps": 1000, "usdPerUnitMicros": {"CNY": 140000}}', 'default', '2025-04-20'
where (exists (select from affiliates) or exists (select from orders)) and not exists (select from affiliate_terms);
-- What counted without being published counted from its first day, also for orders made before anything was published.
update affiliate_terms set published_at = since where published_by = 'default';
