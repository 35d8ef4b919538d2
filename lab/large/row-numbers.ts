export type Sizes = { readonly orders: number; readonly users: number; readonly from: Date; readonly to: Date }

export type Step = {
  readonly name: string
  readonly count: number
  readonly chunk: number
  readonly texts: readonly string[]
}

const year = 365 * 86_400_000

/** Orders of the shop unless `--orders` says otherwise. */
export const usualOrders = 3_300_000

/** Numbers of rows for three years of a shop, with about 10 orders per 3 accounts. */
export const sizesOf = (orders: number, users = Math.ceil(orders / 3.3), now = new Date()): Sizes => ({
  orders,
  users,
  from: new Date(now.getTime() - 3 * year),
  to: now,
})

/**
 * SQL functions of this session that derive all values from the number of a user or order, so that no table must be
 * read to find related rows. Ids contain their time, as in the product.
 */
export function functions({ orders, users, from, to }: Sizes): string {
  const seconds = (to.getTime() - from.getTime()) / 1000
  const at = (count: number) =>
    `timestamptz '${from.toISOString()}' + interval '1 second' * (${seconds}::float8 * (n - 0.5) / ${count})`
  const digits = Array.from(
    { length: 10 },
    (_, place) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((ms >> ${45 - 5 * place}) & 31)::int + 1, 1)`,
  )
  const ms = `(extract(epoch from at) * 1000)::bigint`
  return `
    create function pg_temp.user_at(n bigint) returns timestamptz language sql immutable as $$ select ${at(users)} $$;
    create function pg_temp.order_at(n bigint) returns timestamptz language sql immutable as $$ select ${at(orders)} $$;
    create function pg_temp.id_at(at timestamptz, kind text, n bigint) returns uuid language sql immutable as
      $$ select (lpad(to_hex(${ms}), 12, '0') || '7' || kind || '8' || lpad(to_hex(n), 15, '0'))::uuid $$;
    create function pg_temp.ulid_of(ms bigint, n bigint) returns text language sql immutable as
      $$ select ${digits.join(' || ')} || lpad(upper(to_hex(n)), 16, '0') $$;
    create function pg_temp.ulid_at(at timestamptz, n bigint) returns text language sql immutable as
      $$ select pg_temp.ulid_of(${ms}, n) $$;
    create function pg_temp.user_id(n bigint) returns uuid language sql immutable as
      $$ select pg_temp.id_at(pg_temp.user_at(n), '001', n) $$;
    create function pg_temp.order_id(n bigint) returns uuid language sql immutable as
      $$ select pg_temp.id_at(pg_temp.order_at(n), '002', n) $$;`
}
