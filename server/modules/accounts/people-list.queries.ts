import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type PeopleFilter = {
  readonly membership?: 'active' | 'ended' | 'never' | undefined
  readonly endsWithin?: number | undefined
  readonly plan?: string | undefined
  readonly paid?: 'yes' | 'no' | undefined
  readonly blocked?: 'yes' | 'no' | undefined
  readonly spokenIn?: 'en' | 'zh-CN' | undefined
}
type Candidate = { userId: string; uid: number }

export const listNewestUids = (db: Queryable, after: number | null, limit: number) =>
  db.query(sql<Candidate>`
    select u.id as "userId", u.uid from users u
    where ${after}::integer is null or (u.created_at, u.id) < (select x.created_at, x.id from users x where x.uid = ${after}::integer)
    order by u.created_at desc, u.id desc limit ${limit}`)

/** Page of blocked accounts after the given uid, newest account first. */
export const listBlockedUids = (db: Queryable, after: number | null, limit: number) =>
  db.query(sql<Candidate>`
    select u.id as "userId", u.uid from account_blocks b join users u on u.id = b.user_id
    where ${after}::integer is null or (u.created_at, u.id) < (select x.created_at, x.id from users x where x.uid = ${after}::integer)
    order by u.created_at desc, u.id desc limit ${limit}`)

/**
 * Page of members whose membership ends within `days` days, earliest end first, after the account with the uid `after`.
 */
export const listEndingUids = (db: Queryable, days: number, after: number | null, limit: number) =>
  db.query(sql<Candidate>`
    select m.user_id as "userId", u.uid from membership_ends m join users u on u.id = m.user_id
    where m.expires_at > now() and m.expires_at <= now() + make_interval(days => ${days}::integer)
      and (${after}::integer is null or (m.expires_at, m.user_id)
        > (select e.expires_at, e.user_id from membership_ends e join users x on x.id = e.user_id where x.uid = ${after}::integer))
    order by m.expires_at, m.user_id limit ${limit}`)

export type ListedPerson = {
  uid: number
  createdAt: Date
  language: string
  kind: IdentifierKind | null
  value: string | null
  expiresAt: Date | null
  blockedAt: Date | null
  goodsId: string | null
}

/**
 * People among the given accounts whom the filter selects, in the given order. Reads by index for each account, so the
 * work depends on the number of ids alone. Omits erased accounts and those of rehearsals.
 */
export const listPeopleOf = (db: Queryable, f: PeopleFilter, ids: readonly string[], limit: number) =>
  db.query(sql<ListedPerson>`
    select u.uid, u.created_at as "createdAt", u.language, i.kind, i.value, m.expires_at as "expiresAt", b.blocked_at as "blockedAt",
      o.goods_id as "goodsId"
    from unnest(${ids}::uuid[]) with ordinality as c (user_id, place) join users u on u.id = c.user_id
    left join lateral (select e.expires_at from membership_ends e where e.user_id = u.id limit 1) m on true
    left join lateral (select x.blocked_at from account_blocks x where x.user_id = u.id limit 1) b on true
    left join lateral (select x.goods_id from plan_orders x where x.user_id = u.id order by x.paid_at desc limit 1) o on true
    left join lateral (
      select x.kind, x.value from account_identifiers x where x.user_id = u.id order by x.kind = 'account_name' desc, x.kind limit 1) i on true
    where u.password_hash <> 'erased' and u.test_by is null
      and (${f.spokenIn ?? null}::text is null or u.language = ${f.spokenIn ?? null}::text)
      and (${f.blocked ?? null}::text is null or (b.blocked_at is not null) = (${f.blocked ?? null}::text = 'yes'))
      and (${f.paid ?? null}::text is null or (o.goods_id is not null) = (${f.paid ?? null}::text = 'yes'))
      and (${f.plan ?? null}::text is null
        or (select true from plan_orders x where x.user_id = u.id and x.goods_id = ${f.plan ?? null}::text limit 1))
      and (${f.endsWithin ?? null}::integer is null
        or coalesce(m.expires_at between now() and now() + make_interval(days => ${f.endsWithin ?? null}::integer), false))
      and (${f.membership ?? null}::text is null or case ${f.membership ?? null}::text
        when 'active' then coalesce(m.expires_at > now(), false)
        when 'ended' then coalesce(m.expires_at <= now(), false)
        else m.expires_at is null end)
    order by c.place limit ${limit}`)
