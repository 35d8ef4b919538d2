-- How many members there are is counted in the index alone.
create index memberships_ends on memberships (expires_at);
