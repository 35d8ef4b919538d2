create view mail_people as
select u.id as user_id, u.uid, u.language, u.news_since, u.password_hash = 'erased' as is_erased,
  exists (select from account_identifiers i where i.user_id = u.id and i.kind = 'email') as has_address,
  exists (select from account_blocks b where b.user_id = u.id) as is_blocked
from users u where u.test_by is null;
