import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { clusterBounds, linkingKinds, tyingKinds, type Shared } from './signal-weights.rules.ts'
import { signalDays, type SignalKind } from './signals.rules.ts'

export const relate = (db: Queryable, a: string, b: string) =>
  db.query(sql<Shared>`
    select mine.kind, bool_and(mine.gone_at is not null or other.gone_at is not null) as "isFormer"
    from risk_signals mine join risk_signals other on other.kind = mine.kind and other.digest = mine.digest
    where mine.user_id = ${a} and other.user_id = ${b} and mine.user_id <> other.user_id
      and (mine.gone_at is null or mine.on_money or mine.gone_at > now() - make_interval(days => ${signalDays}::int))
      and (other.gone_at is null or other.on_money or other.gone_at > now() - make_interval(days => ${signalDays}::int))
    group by mine.kind`)

type ClusterMember = { readonly userId: string; readonly steps: number }

/**
 * This user and the accounts related by one or two steps of linking signals, nearest first. Follows a very common
 * signal only to some of its accounts.
 */
export const listCluster = (db: Queryable, userId: string) =>
  db.query(sql<ClusterMember>`
    with first as (
      select distinct other.user_id
      from (
        select kind, digest, user_id from risk_signals
        where user_id = ${userId} and kind = any(${linkingKinds}::text[])
          and (gone_at is null or on_money or gone_at > now() - make_interval(days => ${signalDays}::int))
        order by gone_at desc nulls first limit ${clusterBounds.traits}
      ) mine
      cross join lateral (
        select user_id from risk_signals s
        where s.kind = mine.kind and s.digest = mine.digest and s.user_id <> mine.user_id
          and (s.gone_at is null or s.on_money or s.gone_at > now() - make_interval(days => ${signalDays}::int))
        order by s.user_id limit ${clusterBounds.perTrait}
      ) other
      limit ${clusterBounds.people}
    ), second as (
      select distinct other.user_id
      from first
      cross join lateral (
        select kind, digest from risk_signals s
        where s.user_id = first.user_id and s.kind = any(${linkingKinds}::text[])
          and (s.gone_at is null or s.on_money or s.gone_at > now() - make_interval(days => ${signalDays}::int))
        order by s.gone_at desc nulls first limit ${clusterBounds.traits}
      ) mine
      cross join lateral (
        select user_id from risk_signals s
        where s.kind = mine.kind and s.digest = mine.digest and s.user_id <> first.user_id
          and (s.gone_at is null or s.on_money or s.gone_at > now() - make_interval(days => ${signalDays}::int))
        order by s.user_id limit ${clusterBounds.perTrait}
      ) other
      limit ${clusterBounds.people * 2}
    )
    select user_id as "userId", min(steps)::int as steps
    from (
      select ${userId}::uuid as user_id, 0 as steps
      union all select user_id, 1 from first
      union all select user_id, 2 from second
    ) near
    group by user_id order by steps, user_id limit ${clusterBounds.people}`)

type CommonTrait = { readonly kind: SignalKind; readonly userIds: string[]; readonly isFormer: boolean }

export const listCommonTraits = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<CommonTrait>`
    select kind, array_agg(user_id::text order by user_id) as "userIds", bool_or(gone_at is not null) as "isFormer"
    from risk_signals
    where user_id = any(${userIds}::uuid[])
      and (gone_at is null or on_money or gone_at > now() - make_interval(days => ${signalDays}::int))
    group by kind, digest having count(*) > 1
    order by kind, min(user_id::text), digest limit 200`)

export type Tie = Shared & { readonly userId: string }

/** Other accounts that share a linking signal with this user. Each kind of signal is listed once per account. */
export const listTies = (db: Queryable, userId: string) =>
  db.query(sql<Tie>`
    select other.user_id as "userId", mine.kind, bool_and(mine.gone_at is not null or other.gone_at is not null) as "isFormer"
    from (
      select kind, digest, user_id, gone_at from risk_signals
      where user_id = ${userId} and kind = any(${tyingKinds}::text[])
        and (gone_at is null or on_money or gone_at > now() - make_interval(days => ${signalDays}::int))
      order by gone_at desc nulls first limit ${clusterBounds.traits}
    ) mine
    cross join lateral (
      select user_id, gone_at from risk_signals s
      where s.kind = mine.kind and s.digest = mine.digest and s.user_id <> mine.user_id
        and (s.gone_at is null or s.on_money or s.gone_at > now() - make_interval(days => ${signalDays}::int))
      order by s.user_id limit ${clusterBounds.people}
    ) other
    group by other.user_id, mine.kind order by other.user_id, mine.kind limit ${clusterBounds.people * 2}`)
