-- Conversation between a customer and support. Each customer has at most one open thread. An answered thread is closed
-- after 14 days without activity, and deleted 180 days after it was closed. A message within 14 days of the close
-- reopens it.
create table support_threads (
  id uuid primary key,
  user_id uuid not null references users (id),
  opened_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  waits_since timestamptz,
  waits_for uuid,
  closed_at timestamptz,
  seen_at timestamptz not null default now(),
  -- Operator to whom the thread is assigned. Until `taken_until` nobody else may answer it; afterwards the assignment
  -- only sorts the list.
  taken_by uuid references operators (id),
  taken_until timestamptz,
  -- Words with which operators sort their threads. Never shown to the customer.
  tags text[] not null default '{}' check (cardinality(tags) <= 5),
  check (taken_until is null or taken_by is not null),
  check ((waits_since is null) = (waits_for is null)),
  check (closed_at is null or waits_for is null)
);
create index support_threads_closed on support_threads (closed_at) where closed_at is not null;
create index support_threads_idle on support_threads (last_at) where closed_at is null and waits_for is null;
create unique index support_threads_open on support_threads (user_id) where closed_at is null;
-- Waiting threads, longest wait first: `waits_for` is the id of a message, and message ids increase with time.
create index support_threads_queue on support_threads (waits_for) where waits_for is not null;
create index support_threads_user on support_threads (user_id, opened_at);

-- Message in a support thread, by the customer or an operator. The text is encrypted.
create table support_entries (
  id uuid primary key,
  thread_id uuid not null references support_threads (id) on delete cascade,
  user_id uuid not null references users (id),
  author text not null check (author in ('customer', 'operator')),
  operator_id uuid references operators (id),
  key text not null check (length(key) <= 64),
  sealed bytea not null,
  written_at timestamptz not null default clock_timestamp(),
  -- Channel of the message: the account area, or mail. `mail_unproven`: the mail server could not confirm that the mail
  -- came from the account's email address.
  via text not null default 'account' check (via in ('account', 'mail', 'mail_unproven')),
  check ((author = 'operator') = (operator_id is not null))
);
create unique index support_entries_key on support_entries (user_id, author, key);
create index support_entries_thread on support_entries (thread_id, written_at);

-- Image that a customer attached in support, re-encoded by the server and encrypted.
create table support_images (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Message to which the image belongs. Null if it is not sent yet; such an image is deleted after a day.
  entry_id uuid references support_entries (id) on delete cascade,
  sealed bytea not null,
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  uploaded_at timestamptz not null default now()
);
create index support_images_entry on support_images (entry_id) where entry_id is not null;
create index support_images_unsent on support_images (uploaded_at) where entry_id is null;
create index support_images_user on support_images (user_id);

-- Canned reply of the operators, with placeholders that are filled for each customer. `used_for`: situation of a
-- customer in which it is suggested.
create table support_replies (
  name text primary key check (length(name) between 1 and 60),
  text_en text not null check (length(text_en) between 1 and 4000),
  text_zh text not null check (length(text_zh) between 1 and 4000),
  used_for text check (used_for in ('payment-held', 'payment-arrived', 'payment-missing', 'membership-ended', 'app-fails')),
  operator text not null,
  saved_at timestamptz not null default now()
);

-- One reply for each situation to begin with. Operators change and delete them like their own.
insert into support_replies (name, text_en, text_zh, used_for, operator) values
  ('Payment arrived · 付款已到账',
   'Your payment for order {{orderNumber}} has arrived, and your plan is active until {{endsOn}}. If the app still shows no time, close it and open it again.',
   '订单 {{orderNumber}} 的付款已到账，套餐有效至 {{endsOn}}。应用里如果还没显示时长，请关闭后重新打开。', 'payment-arrived', 'system'),
  ('Payment being checked · 付款核实中',
   'We are checking the payment for order {{orderNumber}} by hand. You will get either your plan or your money back, and a message either way.',
   '订单 {{orderNumber}} 的付款正在人工核实。核实后会为你开通套餐或退款，结果都会通知你。', 'payment-held', 'system'),
  ('Payment not arrived · 付款未到账',
   'No payment for order {{orderNumber}} has reached us yet. If you have paid, please send the transaction number and the time of the payment. If not, you can pay here: {{ordersLink}}',
   '订单 {{orderNumber}} 的付款还没有到账。如果已经付款，请把交易号和付款时间发给我们；如果还没付，可以在这里付款：{{ordersLink}}', 'payment-missing', 'system'),
  ('Membership ended · 会员已到期',
   'Your membership ended on {{endsOn}}, so the app no longer connects. You can renew it here: {{planLink}}',
   '你的会员已于 {{endsOn}} 到期，所以应用无法连接。可以在这里续费：{{planLink}}', 'membership-ended', 'system'),
  ('App does not connect · 应用连不上',
   'Our servers have not taken the last change of your account yet. This usually ends within minutes; we are looking into it and will write to you here.',
   '服务器还没有同步你账户的最新状态，通常几分钟内恢复。我们正在处理，有结果会在这里告诉你。', 'app-fails', 'system');

grant select, insert, update, delete on support_threads, support_entries, support_images, support_replies to wayfare_app;
