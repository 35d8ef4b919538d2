-- What the owner of a blocked account reads of why; null: nothing, because the law forbids it, or because the release before blocked it.
alter table account_blocks add column told text;
