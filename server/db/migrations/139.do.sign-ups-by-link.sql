-- Outside a transaction, each statement by itself.
-- Sign-ups and visits of a link, for the figures by day. People sign up and visit while they are built.
drop index concurrently if exists referrals_sign_ups;
create index concurrently referrals_sign_ups on referrals (inviter_id, referred_at) where campaign_id is not null;
drop index concurrently if exists marketing_visits_campaign;
create index concurrently marketing_visits_campaign on marketing_visits (campaign_id, at) where campaign_id is not null;
