import { money } from './payments.ts'
import type { Sizes, Step } from './row-numbers.ts'

/**
 * SQL that draws random properties of each order in a range, from which the other tables are derived. Of 1,000 orders
 * 745 are paid, 20 refunded, 10 partly refunded, 5 in review, 160 expired, 60 cancelled; those of the last half hour
 * are unpaid. One in 200 paid orders lost a dispute, one in 25 used a promo code.
 */
const draw = ({ orders, users }: Sizes): string => `
  create temp table drawn as
  with numbers as (
    select n, pg_temp.order_at(n) as at, random() as chosen, random() as fate, random() as way,
      1 + floor(random() * greatest(1, ${users}::float8 * (n - 1) / ${orders}))::bigint as user_n
    from generate_series($1::bigint, $2::bigint) n
  ), ways as (
    select *, case when way < 0.45 then 'alipay' when way < 0.77 then 'wechat' when way < 0.82 then 'unionpay' else 'card' end as method,
      case when at > now() - interval '30 minutes' then 'awaiting_payment' when fate < 0.745 then 'paid' when fate < 0.765 then 'refunded'
        when fate < 0.775 then 'partially_refunded' when fate < 0.78 then 'review' when fate < 0.94 then 'expired' else 'cancelled' end as status
    from numbers
  ), plans as (
    select g.*, row_number() over (order by position, id) - 1 as place, count(*) over () as plans from goods g
  )
  select n, at, user_n, pg_temp.order_id(n) as id, pg_temp.user_id(user_n) as user_id, method,
    case method when 'card' then 'stripe' else method end as provider, p.currency, status,
    status in ('paid', 'refunded', 'partially_refunded') as is_paid, status = 'paid' and n % 200 = 7 as is_lost,
    pg_temp.ulid_at(at, n * 2) as attempt_id, 'L' || n as txn,
    g.id as goods_id, g.names, g.months, g.bonus_days, g.max_devices, p.price_minor as price,
    case when n % 25 = 3 then p.price_minor / 10 else 0 end as discount,
    p.price_minor - case when n % 25 = 3 then p.price_minor / 10 else 0 end as total,
    at + interval '1 second' * (20 + 600 * random()) as paid_at
  from ways
    join plans g on g.place = floor(chosen * g.plans)
    join goods_prices p on p.goods_id = g.id and p.currency = case method when 'card' then 'USD' else 'CNY' end`

const event = (kind: string, from: string, to: string, at: string, where = 'true') =>
  `insert into order_events (id, order_id, from_status, to_status, reason, actor, at)
   select pg_temp.id_at(${at}, '${kind}', n), id, ${from}, ${to}, 'large', 'buyer', ${at} from drawn where ${where}`

export const orders = (sizes: Sizes, promoCode: string): Step => ({
  name: 'orders',
  count: sizes.orders,
  chunk: 100_000,
  texts: [
    'drop table if exists drawn',
    draw(sizes),
    'analyze drawn',
    `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, price_minor,
       discount_minor, total_minor, promo_code, status, idempotency_key, request_hash, created_at, payable_until, paid_at, grants_made, standing_grant)
     select id, 'L' || lpad(n::text, 9, '0'), user_id, goods_id, names, months, bonus_days, max_devices, method, currency, price, discount,
       total, case when discount > 0 then '${promoCode}' end, status, 'large ' || n, md5(n::text), at, at + interval '30 minutes',
       case when is_paid then paid_at end, is_paid::int, case when status in ('paid', 'partially_refunded') then id || ':1' end
     from drawn`,
    `insert into promo_uses (order_id, code, user_id, status, changed_at)
     select id, '${promoCode}', user_id,
       case when is_paid then 'used' when status in ('expired', 'cancelled') then 'released' else 'reserved' end, paid_at
     from drawn where discount > 0`,
    event('010', 'null', `'created'`, 'at'),
    event('011', `'created'`, `'awaiting_payment'`, `at + interval '1 second'`),
    event('012', `'awaiting_payment'`, 'status', 'paid_at', `status <> 'awaiting_payment'`),
    `insert into payment_attempts (id, order_id, provider, method, currency, amount_minor, status, pay_step, provider_ref, created_at, expires_at)
     select pg_temp.ulid_at(at, n * 2 + 1), id, provider, method, currency, total, 'closed', '{"kind": "qr", "content": "https://qr.example/large"}',
       null, at, at + interval '30 minutes'
     from drawn where n % 10 = 0`,
    `insert into payment_attempts (id, order_id, provider, method, currency, amount_minor, status, pay_step, provider_ref, created_at,
       expires_at, next_query_at, queries)
     select attempt_id, id, provider, method, currency, total,
       case when is_paid or status = 'review' then 'paid' when status = 'awaiting_payment' then 'open' else 'closed' end,
       '{"kind": "qr", "content": "https://qr.example/large"}', 'ref_' || txn, at, at + interval '30 minutes',
       case when status = 'awaiting_payment' then now() + interval '1 minute' end, 3
     from drawn`,
    ...money,
  ],
})
