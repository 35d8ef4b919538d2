-- URL of the operator's own system that receives events as Standard Webhooks. Nothing refers to these rows by a foreign
-- key, so that a purchase never waits for an operator who changes or removes one.
create table webhook_endpoints (
  id uuid primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  -- Encrypted URL and signing secrets.
  sealed bytea not null,
  events text[] not null check (cardinality(events) > 0),
  -- True if payloads contain the email address and phone number of the person.
  with_contact boolean not null,
  state text not null default 'on' check (state in ('on', 'off', 'said-gone', 'failed')),
  created_at timestamptz not null default now(),
  -- Time until which messages are also signed with the former secret. Null if none.
  former_until timestamptz,
  delivered_at timestamptz,
  -- First failure since the last success; null while deliveries succeed.
  failing_since timestamptz,
  error text check (length(error) <= 200)
);

-- Event for the operator's own systems, written by triggers in the database transaction of its cause. Contains no
-- personal data besides the account's id; email address and phone number are read when it is sent. Deleted after 30
-- days.
create table webhook_events (
  id uuid primary key,
  kind text not null check (kind in ('order.paid', 'order.refunded', 'membership.changed', 'ticket.opened', 'test')),
  -- Id of the cause, such as an order or a ledger posting. There is one event for each kind and cause.
  fact text not null,
  -- Account that the event is about. Has no foreign key, because no other change may wait for this table. Null only for
  -- a test event.
  user_id uuid,
  data jsonb not null,
  at timestamptz not null default now(),
  unique (kind, fact)
);
create index webhook_events_age on webhook_events (at);
create index webhook_events_user on webhook_events (user_id) where user_id is not null;

-- Delivery of an event to an endpoint. `dropped`: the endpoint was removed before the event was delivered.
create table webhook_deliveries (
  id uuid primary key,
  event_id uuid not null references webhook_events (id) on delete cascade,
  endpoint_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  created_at timestamptz not null default now(),
  -- Time of the next attempt. Null once the delivery has ended.
  next_at timestamptz default now(),
  -- Number of all attempts. `failures`: failed ones since the delivery was started, or started again.
  attempts integer not null default 0,
  failures integer not null default 0,
  -- Claim of the worker that is sending the delivery, so that no other worker sends the same attempt. Ends by itself if
  -- the worker dies.
  claim uuid,
  claimed_until timestamptz,
  tried_at timestamptz,
  -- HTTP status of the last response, and the beginning of its body. Null if there was no response.
  status integer,
  answer text check (length(answer) <= 500),
  error text check (length(error) <= 200),
  ended_at timestamptz,
  check ((state = 'waiting') = (next_at is not null)),
  check ((state = 'waiting') = (ended_at is null)),
  unique (event_id, endpoint_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (created_at desc, id desc);

-- Writes an event, and a delivery for each endpoint that wants it. Writes nothing if no endpoint does, or about an
-- account of a rehearsal. Ignores a cause that already has its event.
create function owe_webhooks(kind_of_event text, fact_of_event text, account uuid, facts jsonb) returns void language plpgsql as $$
declare
  event uuid;
begin
  if not exists (select from webhook_endpoints where state = 'on' and kind_of_event = any (events)) then
    return;
  end if;
  -- A rehearsal is a test purchase that counts in no figure, so the operator's own systems do not hear of it either.
  if exists (select from test_accounts where user_id = account) then
    return;
  end if;
  insert into webhook_events (id, kind, fact, user_id, data) values (gen_random_uuid(), kind_of_event, fact_of_event, account, facts)
  on conflict (kind, fact) do nothing returning id into event;
  if event is not null then
    insert into webhook_deliveries (id, event_id, endpoint_id)
    select gen_random_uuid(), event, e.id from webhook_endpoints e where e.state = 'on' and kind_of_event = any (e.events);
  end if;
end $$;

create function owe_webhooks_of_order() returns trigger language plpgsql as $$
begin
  perform owe_webhooks('order.paid', new.id::text, new.user_id, jsonb_build_object('order', new.id, 'number', new.number,
    'plan', new.goods_id, 'months', new.months, 'seats', new.seats, 'method', new.method, 'amountMinor', new.total_minor,
    'currency', new.currency, 'paidAt', coalesce(new.paid_at, now())));
  return null;
end $$;

-- Writes refund events from postings of the ledger, because every refund is posted there, whoever made it and in
-- however many parts.
create function owe_webhooks_of_refund() returns trigger language plpgsql as $$
declare
  bought orders;
begin
  select * into bought from orders where id = new.order_id;
  perform owe_webhooks('order.refunded', new.id::text, bought.user_id, jsonb_build_object('order', new.order_id,
    'number', bought.number, 'refund', new.id, 'amountMinor', new.amount_minor, 'currency', new.currency,
    'fromRevenue', new.debit <> 'suspense', 'refundedAt', new.booked_at));
  return null;
end $$;

create function owe_webhooks_of_membership() returns trigger language plpgsql as $$
begin
  perform owe_webhooks('membership.changed', new.user_id || ':' || new.version, new.user_id, jsonb_build_object(
    'version', new.version, 'expiresAt', new.expires_at, 'maxDevices', new.max_devices, 'trialFrom', new.trial_from,
    'blocked', new.blocked_at is not null, 'erased', new.erased_at is not null));
  return null;
end $$;

create function owe_webhooks_of_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform owe_webhooks('ticket.opened', new.id::text, new.user_id, jsonb_build_object('ticket', new.id, 'openedAt', new.opened_at));
  else
    perform owe_webhooks('ticket.opened', new.id || ':' || now(), new.user_id, jsonb_build_object('ticket', new.id, 'openedAt', now()));
  end if;
  return null;
end $$;

create trigger orders_paid_first after insert on orders for each row
  when (new.status = 'paid') execute function owe_webhooks_of_order();
create trigger orders_paid after update of status on orders for each row
  when (new.status = 'paid' and old.status <> 'paid') execute function owe_webhooks_of_order();
create trigger ledger_postings_refunded after insert on ledger_postings for each row
  when (new.source = 'refund') execute function owe_webhooks_of_refund();
create trigger memberships_told after update on memberships for each row
  when (old.version is distinct from new.version) execute function owe_webhooks_of_membership();
create trigger memberships_told_first after insert on memberships for each row execute function owe_webhooks_of_membership();
create trigger support_threads_told after insert on support_threads for each row execute function owe_webhooks_of_ticket();
create trigger support_threads_reopened after update of closed_at on support_threads for each row
  when (old.closed_at is not null and new.closed_at is null) execute function owe_webhooks_of_ticket();

grant select, insert, update, delete on webhook_endpoints, webhook_events, webhook_deliveries to wayfare_app;
