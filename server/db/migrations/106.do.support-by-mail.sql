-- How an entry came: written in the account, answered by mail from the account's address, or from another one.
alter table support_entries add column via text not null default 'account'
  check (via in ('account', 'mail', 'mail_unproven'));
