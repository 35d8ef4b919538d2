-- Outside a transaction, each statement by itself.
-- Whose mail server refused a mailing, the newest first: few of all whom it was sent to. Mails go out while it is built.
drop index concurrently if exists mailing_people_failed;
create index concurrently mailing_people_failed on mailing_people (mailing_id, at desc, user_id) where outcome = 'failed';
