-- Which refund that failed this one tries again: each is tried again once.
alter table refunds add column again_of text references refunds (id);
create unique index refunds_again on refunds (again_of) where again_of is not null;
