-- A held payment without a block came for an account that is erased. It buys nothing, and a person decides.
alter table held_payments alter column block_id drop not null;
