import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { PromoCode } from './promo-codes.rules.ts'

export const findPromoCode = (db: Queryable, code: string) =>
  db.maybe(sql<PromoCode>`
    select code, kind, percent_bps as "percentBps", amounts, goods_ids as "goodsIds", methods,
      first_purchase_only as "firstPurchaseOnly", max_uses as "maxUses", max_uses_per_user as "maxUsesPerUser", uses,
      case when now() < starts_at then 'early' when disabled_at is not null or now() >= ends_at then 'over' else 'open' end
        as "window"
    from promo_codes where code = ${code}`)

export const countUserUses = (db: Queryable, code: string, userId: string) =>
  db.maybe(sql<{ uses: number }>`select uses from promo_users where code = ${code} and user_id = ${userId}`)

/**
 * Takes one use of a promo code and returns 1, or 0 if none is left or the code is not valid now. Uses a single SQL
 * statement, so that concurrent callers wait at the row lock.
 */
export const consumeUse = (db: Queryable, code: string) =>
  db.run(sql`
    update promo_codes set uses = uses + 1
    where code = ${code} and disabled_at is null and now() >= starts_at and (ends_at is null or now() < ends_at)
      and (max_uses is null or uses < max_uses)`)

/** Takes one use of a promo code by this user and returns 1, or 0 if the user has none left. */
export const consumeUserUse = (db: Queryable, code: string, userId: string, max: number | null) =>
  db.run(sql`
    insert into promo_users as u (code, user_id, uses) values (${code}, ${userId}, 1)
    on conflict (code, user_id) do update set uses = u.uses + 1
    where ${max}::int is null or u.uses < ${max}::int`)

export const insertUse = (db: Queryable, orderId: string, code: string, userId: string) =>
  db.run(
    sql`insert into promo_uses (order_id, code, user_id, status) values (${orderId}, ${code}, ${userId}, 'reserved')`,
  )

export const moveUse = (db: Queryable, orderId: string, from: string, to: string) =>
  db.maybe(sql<{ code: string; userId: string }>`
    update promo_uses set status = ${to}, changed_at = now() where order_id = ${orderId} and status = ${from}
    returning code, user_id as "userId"`)

export const addUses = (db: Queryable, code: string, count: 1 | -1) =>
  db.run(sql`update promo_codes set uses = uses + ${count}::int where code = ${code}`)
export const addUserUses = (db: Queryable, code: string, userId: string, count: 1 | -1) =>
  db.run(sql`update promo_users set uses = uses + ${count}::int where code = ${code} and user_id = ${userId}`)

/** True if the promo code, or this user, has more uses than allowed. */
export const findOveruse = (db: Queryable, code: string, userId: string) =>
  db.one(sql<{ isOver: boolean }>`
    select coalesce(p.uses > p.max_uses or u.uses > p.max_uses_per_user, false) as "isOver"
    from promo_codes p join promo_users u on u.code = p.code and u.user_id = ${userId}
    where p.code = ${code}`)
