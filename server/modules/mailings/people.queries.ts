import type { SegmentFilter } from '#shared/contract/operator/mailings.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { newsEveryDays } from './mailings.rules.ts'

/** Maximum number of recipients that the console counts. */
export const mostCounted = 100_000

/**
 * Number of accounts that one SQL statement scans. A selective filter over millions of accounts would exceed the
 * timeout.
 */
export const lookedAtOnce = 10_000

/** Range of account ids that is scanned at once. Null: from the first account, or to the last. */
type AccountPage = { readonly after: string | null; readonly until: string | null }

export const findPageEnd = (
  db: Queryable,
  { asked, after, size }: { asked: boolean; after: string | null; size: number },
) =>
  db.maybe(sql<{ userId: string }>`
    select p.user_id as "userId" from mail_people p
    where (not ${asked}::boolean or p.news_since is not null) and (${after}::uuid is null or p.user_id > ${after}::uuid)
    order by p.user_id offset ${size - 1} limit 1`)

export type Reach = { people: number; en: number; zh: number; unasked: number; noAddress: number; found: number }

/**
 * Number of people in a segment, and of those whom a news mail reaches now. `asked`: counts only subscribers with an
 * email address, so that other people do not use up the limit.
 */
export const countReach = (
  db: Queryable,
  f: SegmentFilter,
  { asked = false, limit, after = null, until = null }: { asked?: boolean; limit: number } & Partial<AccountPage>,
) =>
  db.one(sql<Reach>`
    with found as (
      select p.language, p.has_address, p.news_since is not null as asked
      from mail_people p left join entitlement_terms m on m.user_id = p.user_id
      where not p.is_erased and not p.is_blocked and (not ${asked}::boolean or (p.news_since is not null and p.has_address))
        and (${after}::uuid is null or p.user_id > ${after}::uuid) and (${until}::uuid is null or p.user_id <= ${until}::uuid)
        and (${f.spokenIn ?? null}::text is null or p.language = ${f.spokenIn ?? null}::text)
        and (${f.membership ?? null}::text is null or case ${f.membership ?? null}::text
          when 'active' then coalesce(m.expires_at > now(), false)
          when 'ended' then coalesce(m.expires_at <= now(), false)
          else m.expires_at is null end)
        and (${f.endsWithin ?? null}::integer is null
          or coalesce(m.expires_at between now() and now() + make_interval(days => ${f.endsWithin ?? null}::integer), false))
        and (${f.plan ?? null}::text is null
          or exists (select from plan_orders o where o.user_id = p.user_id and o.goods_id = ${f.plan ?? null}::text))
        and (${f.paid ?? null}::text is null
          or exists (select from plan_orders o where o.user_id = p.user_id) = (${f.paid ?? null}::text = 'yes'))
        and (${f.byAffiliate ?? null}::text is null
          or exists (select from referral_ways r join affiliate_payouts a on a.user_id = r.inviter_id where r.user_id = p.user_id)
            = (${f.byAffiliate ?? null}::text = 'yes'))
        and (${f.seenWithin ?? null}::integer is null or exists (select from last_seen s where s.user_id = p.user_id
          and s.last_seen_at > now() - make_interval(days => ${f.seenWithin ?? null}::integer)))
        and (${f.notSeenWithin ?? null}::integer is null or not exists (select from last_seen s where s.user_id = p.user_id
          and s.last_seen_at > now() - make_interval(days => ${f.notSeenWithin ?? null}::integer)))
      limit ${limit})
    select count(*)::integer as found, count(*) filter (where asked and has_address)::integer as people,
      count(*) filter (where asked and has_address and language = 'en')::integer as en,
      count(*) filter (where asked and has_address and language <> 'en')::integer as zh,
      count(*) filter (where not asked)::integer as unasked, count(*) filter (where asked and not has_address)::integer as "noAddress"
    from found`)

type NextPerson = { userId: string; uid: number; isDue: boolean }

/**
 * Next people of a segment, by id. `news`: only subscribers, else everybody with an email address. `isDue`: false if
 * they received news within the week.
 */
export const listNextPeople = (
  db: Queryable,
  f: SegmentFilter,
  { news, after, until = null, limit }: { news: boolean; limit: number; after: string | null; until?: string | null },
) =>
  db.query(sql<NextPerson>`
    select p.user_id as "userId", p.uid,
      (not ${news}::boolean or not exists (
        select from mailing_people t join mailings n on n.id = t.mailing_id
        where t.user_id = p.user_id and n.kind = 'news' and t.outcome in ('queued', 'sent')
          and t.at > now() - make_interval(days => ${newsEveryDays}::integer)))::boolean as "isDue"
    from mail_people p left join entitlement_terms m on m.user_id = p.user_id
    where not p.is_erased and p.has_address and (not ${news}::boolean or (p.news_since is not null and not p.is_blocked))
      and (${after}::uuid is null or p.user_id > ${after}::uuid) and (${until}::uuid is null or p.user_id <= ${until}::uuid)
      and (${f.spokenIn ?? null}::text is null or p.language = ${f.spokenIn ?? null}::text)
      and (${f.membership ?? null}::text is null or case ${f.membership ?? null}::text
        when 'active' then coalesce(m.expires_at > now(), false)
        when 'ended' then coalesce(m.expires_at <= now(), false)
        else m.expires_at is null end)
      and (${f.endsWithin ?? null}::integer is null
        or coalesce(m.expires_at between now() and now() + make_interval(days => ${f.endsWithin ?? null}::integer), false))
      and (${f.plan ?? null}::text is null
        or exists (select from plan_orders o where o.user_id = p.user_id and o.goods_id = ${f.plan ?? null}::text))
      and (${f.paid ?? null}::text is null
        or exists (select from plan_orders o where o.user_id = p.user_id) = (${f.paid ?? null}::text = 'yes'))
      and (${f.byAffiliate ?? null}::text is null
        or exists (select from referral_ways r join affiliate_payouts a on a.user_id = r.inviter_id where r.user_id = p.user_id)
          = (${f.byAffiliate ?? null}::text = 'yes'))
      and (${f.seenWithin ?? null}::integer is null or exists (select from last_seen s where s.user_id = p.user_id
        and s.last_seen_at > now() - make_interval(days => ${f.seenWithin ?? null}::integer)))
      and (${f.notSeenWithin ?? null}::integer is null or not exists (select from last_seen s where s.user_id = p.user_id
        and s.last_seen_at > now() - make_interval(days => ${f.notSeenWithin ?? null}::integer)))
    order by p.user_id limit ${limit}`)

export const countAddressed = (db: Queryable) =>
  db.one(sql<{ people: number }>`
    select count(*)::integer as people from (
      select from mail_people where not is_erased and has_address limit ${mostCounted}) p`)
