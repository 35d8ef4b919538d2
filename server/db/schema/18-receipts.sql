-- Number series of receipts of one seller. The next number is taken under the lock of this row, in the transaction that
-- uses it, so that there are no gaps.
create table receipt_series (
  -- Name and tax number of the seller, separated by a line break. Empty if no seller is configured.
  seller text primary key,
  last integer not null default 0 check (last >= 0)
);

create table receipts (
  order_id uuid primary key references orders (id),
  series text not null references receipt_series (seller),
  number integer not null check (number > 0),
  seller jsonb,
  issued_at timestamptz not null default now(),
  buyer_name text,
  printed_at timestamptz,
  unique (series, number)
);

grant select, insert, update on receipt_series, receipts to wayfare_app;
