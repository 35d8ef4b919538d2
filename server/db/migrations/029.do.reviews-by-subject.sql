-- An attempt may be asked about several times at once: each refund that its chain denies or its provider refuses, each statement that contradicts
-- another, is an item of its own. Empty: the reason says it all.
alter table review_items add column subject text not null default '';
update review_items set subject = coalesce(details->>'refundId', '') where reason in ('refund_not_on_chain', 'refund_failed');
update review_items set subject = 'dispute ' || (details->'disputes'->>0) where reason = 'conflicting_facts' and details ? 'disputes';
update review_items
set subject = concat_ws(' ', details->>'kind', details->>'providerTxnId', details->>'reference', details->>'amountMinor', details->>'currency')
where reason = 'conflicting_facts' and details ? 'reference';
drop index review_items_once;
create unique index review_items_once on review_items (order_id, reason, coalesce(attempt_id, ''), subject) where resolved_at is null;
