-- Whether the time of who is blocked stands still: what ran meanwhile is given back with the block. Of blocks of before it ran on.
alter table account_blocks add column stops_time boolean not null default false;
