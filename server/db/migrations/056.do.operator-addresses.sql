-- Where an operator hears of what waits for a second person and of changes of operators; sealed under the keyring, and gone
-- with the account.
alter table operators add column sealed_email bytea,
  add column language text not null default 'en' check (language in ('en', 'zh-CN'));
