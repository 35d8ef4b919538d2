create view test_accounts as
select id as user_id from users where test_by is not null;
