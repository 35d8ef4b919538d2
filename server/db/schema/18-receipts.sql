-- Number series of receipts of one seller. The next numbers are taken under the lock of this row, in the transaction that
-- uses them, so that there are no gaps.
create table receipt_series (
  -- Name and tax number of the seller, separated by a line break. Empty if no seller is configured.
  seller text primary key,
  last integer not null default 0 check (last >= 0)
);

-- Receipt of a paid order. A sale inserts it without a number, because all sales would wait for the lock of the series.
-- A background job numbers waiting receipts in batches.
create table receipts (
  order_id uuid primary key references orders (id),
  series text references receipt_series (seller),
  number integer check (number > 0),
  seller jsonb,
  -- Time when the receipt got its number. The time of the sale while it has none.
  issued_at timestamptz not null default now(),
  buyer_name text,
  printed_at timestamptz,
  unique (series, number),
  constraint receipts_numbered check ((number is null) = (series is null) and (number is not null or printed_at is null))
);
create index receipts_waiting on receipts (issued_at, order_id) where number is null;

grant select, insert, update on receipt_series, receipts to wayfare_app;
