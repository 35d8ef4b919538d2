-- Links of accounts that were erased before a release took their names along.
update affiliate_campaigns c
set name = '', slug = case when c.slug = '' then '' else 'link-' || right(c.id::text, 12) end
from account_deletions d where d.user_id = c.user_id and d.erased_at is not null;
