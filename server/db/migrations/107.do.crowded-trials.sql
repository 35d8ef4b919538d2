-- More trials than chance brings were asked for from this network on that day: an invited person's longer one takes an address.
alter table trial_claims add column is_crowded boolean not null default false;
