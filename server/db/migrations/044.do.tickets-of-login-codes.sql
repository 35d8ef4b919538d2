-- What an address carried is taken at once, and a ticket stands in its place until the person has said whether they want that account.
alter table login_codes add column is_ticket boolean not null default false;
