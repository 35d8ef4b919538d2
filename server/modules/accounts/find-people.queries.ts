import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type PeopleQuery = {
  readonly uid: number | null
  readonly uuid: string | null
  readonly inviteCode: string | null
  readonly key: string | null
  readonly prefix: string | null
  readonly phoneEnd: string | null
}
export type FoundPerson = {
  id: string
  uid: number
  kind: IdentifierKind | null
  value: string | null
  createdAt: Date
  isExact: boolean
}

/**
 * Finds exact matches first, then account names that start with the text. `byParts`: also email addresses and phone
 * numbers that start with it, and phone numbers that end with it. Only for operators who may read these, because a
 * partial search reveals them letter by letter.
 */
export const findPeople = (db: Queryable, q: PeopleQuery, byParts: boolean, limit: number) =>
  db.query(sql<FoundPerson>`
    with hit as (
      select id as user_id, 0 as rank from users where uid = ${q.uid}::int
      union all select id, 0 from users where id = ${q.uuid}::uuid
      union all select id, 0 from users where invite_code = ${q.inviteCode}::text
      union all select user_id, 0 from account_identifiers where lookup_key = ${q.key}::text
      union all (
        select user_id, 1 from account_identifiers
        where lookup_key ~>=~ ${q.prefix}::text and lookup_key ~<~ (${q.prefix}::text || chr(1114111))
          and (${byParts}::boolean or kind = 'account_name')
          -- No account name holds these: nothing is walked for who would not be shown it.
          and (${byParts}::boolean or ${q.prefix}::text !~ '[+@]')
        order by lookup_key using ~<~ limit ${limit}::int)
      union all (
        select user_id, 2 from account_identifiers
        where ${byParts}::boolean and kind = 'phone' and reverse(lookup_key) ~>=~ reverse(${q.phoneEnd}::text)
          and reverse(lookup_key) ~<~ (reverse(${q.phoneEnd}::text) || chr(1114111))
        order by reverse(lookup_key) using ~<~ limit ${limit}::int)),
    best as (select user_id, min(rank) as rank from hit group by user_id order by 2, 1 limit ${limit}::int)
    select u.id, u.uid, i.kind, i.value, u.created_at as "createdAt", (b.rank = 0)::boolean as "isExact"
    from best b join users u on u.id = b.user_id
    left join lateral (
      select kind, value from account_identifiers where user_id = u.id
      -- What was found of someone is shown to who may read it: a number by its end, an address by its beginning.
      order by (${byParts}::boolean and coalesce(lookup_key = ${q.key}::text or starts_with(lookup_key, ${q.prefix}::text)
        or (kind = 'phone' and right(lookup_key, length(${q.phoneEnd}::text)) = ${q.phoneEnd}::text), false)) desc, kind
      limit 1) i on true
    order by b.rank, u.uid`)
