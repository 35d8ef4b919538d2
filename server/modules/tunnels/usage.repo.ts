import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Adds traffic by person and day. `rows`: a JSON array of `{number, up, down}`, sorted to prevent deadlocks between
 * concurrent reports. Locks the tunnel links, so that the erasure of an account either comes first or deletes these
 * rows as well.
 */
export const addUsage = (db: Queryable, rows: string) =>
  db.run(sql`
    with r as (
      select number, up, down from jsonb_to_recordset(${rows}::jsonb) as r (number bigint, up bigint, down bigint)
    ), l as (
      select number, user_id from tunnel_links where number in (select number from r) order by number for key share
    )
    insert into tunnel_usage as u (user_id, day, up, down)
    select l.user_id, (now() at time zone 'UTC')::date, sum(r.up), sum(r.down)
    from r join l on l.number = r.number
    group by l.user_id order by l.user_id
    on conflict (user_id, day) do update
      set up = least(u.up + excluded.up, 9e15), down = least(u.down + excluded.down, 9e15)`)

/** Adds the bytes of a report to the day of its node. The report holds the lock on the node, so a removal waits. */
export const addNodeDay = (db: Queryable, node: number, bytes: number) =>
  db.run(sql`
    insert into tunnel_node_days as d (node, day, bytes)
    values (${node}, (now() at time zone 'UTC')::date, ${bytes}::bigint)
    on conflict (node, day) do update set bytes = least(d.bytes + excluded.bytes, 9e15)`)

/**
 * Deletes the digests of IP addresses that a node reported as online for these tunnel links. `numbers`: link numbers as
 * a PostgreSQL array literal.
 */
export const deleteStaleOnline = (db: Queryable, node: number, numbers: string) =>
  db.run(sql`delete from tunnel_online where node = ${node} and number = any((${numbers}::text)::bigint[])`)

/**
 * Stores digests of IP addresses that a node reported as online, except for unknown links. `rows`: JSON array of
 * `{number, digest}`.
 */
export const insertOnline = (db: Queryable, node: number, rows: string) =>
  db.run(sql`
    insert into tunnel_online (number, node, ip_digest)
    select r.number, ${node}::int, decode(r.digest, 'hex')
    from jsonb_to_recordset(${rows}::jsonb) as r (number bigint, digest text)
      join tunnel_links l on l.number = r.number
    order by 1, 3
    on conflict (number, node, ip_digest) do update set seen_at = now()`)

export const countOnline = (db: Queryable, group: string, seconds: number) =>
  db.query(sql<{ number: number; addresses: number }>`
    select o.number, count(distinct o.ip_digest)::int as addresses
    from tunnel_online o join tunnel_nodes n on n.number = o.node
    where n.node_group = ${group} and o.seen_at > now() - make_interval(secs => ${seconds}::int) group by o.number`)
