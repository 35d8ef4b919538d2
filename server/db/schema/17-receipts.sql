-- Numbers of one seller run without a gap: the next one is taken under the lock of its row, in the transaction that
-- uses it.
create table receipt_series (
  seller text primary key,
  last integer not null default 0 check (last >= 0)
);

-- One for each order that was paid. Seller: as the operator had set it when the number was given; null: nothing was
-- set. buyer_name is what the buyer wants to read on it, until it is printed for the first time.
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
