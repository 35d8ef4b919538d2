create view sign_up_marks as
select user_id, inviter_id, campaign_id, referred_at, language,
  case when via = 'typed' then 'code' when visited_at is null then 'link' else 'visit' end as source
from referrals;
