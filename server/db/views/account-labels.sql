create view account_labels as
select u.id as user_id, u.uid, u.language, u.password_hash = 'erased' as is_erased,
  (select i.value from account_identifiers i where i.user_id = u.id order by i.kind = 'account_name' desc, i.kind limit 1) as name
from users u;
