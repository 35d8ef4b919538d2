import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { PromoCode } from './promo-codes.rules.ts'

export const listPromoCodes = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<PromoCode & { startsAt: Date; endsAt: Date | null; note: string }>`
    select code, kind, percent_bps as "percentBps", amounts, goods_ids as "goodsIds", methods,
      first_purchase_only as "firstPurchaseOnly", max_uses as "maxUses", max_uses_per_user as "maxUsesPerUser", uses,
      case when now() < starts_at then 'early' when disabled_at is not null or now() >= ends_at then 'over' else 'open' end
        as "window", starts_at as "startsAt", ends_at as "endsAt", note
    from promo_codes
    where ${after}::text is null or (created_at, code) < (select p.created_at, p.code from promo_codes p where p.code = ${after})
    order by created_at desc, code desc limit ${limit}`)

export const listUsablePromoCodes = (db: Queryable, goodsId: string, limit: number) =>
  db.query(sql<PromoCode & { endsAt: Date | null }>`
    select code, kind, percent_bps as "percentBps", amounts, goods_ids as "goodsIds", methods,
      first_purchase_only as "firstPurchaseOnly", max_uses as "maxUses", max_uses_per_user as "maxUsesPerUser", uses,
      'open' as "window", ends_at as "endsAt"
    from promo_codes
    where disabled_at is null and starts_at <= now() and (ends_at is null or now() < ends_at)
      and (max_uses is null or uses < max_uses) and (goods_ids is null or ${goodsId} = any (goods_ids))
    order by created_at desc, code desc limit ${limit}`)

export const listFixedCodes = (db: Queryable, goodsId: string) =>
  db.query(sql<{ code: string; amounts: Record<string, number> }>`
    select code, coalesce(amounts, '{}') as amounts from promo_codes
    where kind = 'fixed' and disabled_at is null and (ends_at is null or now() < ends_at)
      and (max_uses is null or uses < max_uses) and (goods_ids is null or ${goodsId} = any (goods_ids))
    order by code`)

export type NewPromoCode = {
  code: string
  kind: 'percent' | 'fixed'
  percentBps: number | null
  amounts: Record<string, number> | null
  goodsIds: readonly string[] | null
  methods: readonly string[] | null
  firstPurchaseOnly: boolean
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  maxUsesPerUser: number | null
  note: string
}

export const insertPromoCode = (db: Queryable, p: NewPromoCode) =>
  db.run(sql`
    insert into promo_codes (code, kind, percent_bps, amounts, goods_ids, methods, first_purchase_only, starts_at, ends_at,
      max_uses, max_uses_per_user, note)
    values (${p.code}, ${p.kind}, ${p.percentBps}, ${p.amounts === null ? null : JSON.stringify(p.amounts)},
      ${p.goodsIds}, ${p.methods}, ${p.firstPurchaseOnly}, coalesce(${p.startsAt}::timestamptz, now()), ${p.endsAt}, ${p.maxUses},
      ${p.maxUsesPerUser}, ${p.note})
    on conflict do nothing`)

export const stopPromoCode = (db: Queryable, code: string) =>
  db.run(sql`update promo_codes set disabled_at = now() where code = ${code} and disabled_at is null`)

export const countReserved = (db: Queryable, code: string) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from promo_uses where code = ${code} and status = 'reserved'`)

export const findPromoCode = (db: Queryable, code: string | null) =>
  db.maybe(sql<{ code: string; note: string; isOver: boolean; createdAt: Date }>`
    select code, note, (disabled_at is not null or coalesce(now() >= ends_at, false))::boolean as "isOver",
      created_at as "createdAt" from promo_codes where code = ${code}::text`)
