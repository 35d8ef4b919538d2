-- A passkey names the account that it opens before that account exists: the id is drawn with the challenge.
alter table passkey_challenges add column new_user_id uuid;
