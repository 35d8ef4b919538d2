import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { onlineSeconds, usageDays } from './reported-traffic.rules.ts'

type DayUsage = { day: Date; up: number; down: number }

export const listUsage = (db: Queryable, userId: string) =>
  db.query(sql<DayUsage>`
    select (day::timestamp at time zone 'UTC') as day, up, down from tunnel_usage where user_id = ${userId} order by day`)

/** Traffic of the current calendar month (UTC). Capped, because forged reports could exceed a safe integer. */
export const sumMonth = (db: Queryable, userId: string) =>
  db.one(sql<{ up: number; down: number }>`
    select least(coalesce(sum(up), 0), 9e15)::bigint as up, least(coalesce(sum(down), 0), 9e15)::bigint as down from tunnel_usage
    where user_id = ${userId} and day >= date_trunc('month', now() at time zone 'UTC')::date`)

export const forgetUsageOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from tunnel_usage where user_id = ${userId}`)

export const forgetOldUsage = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from tunnel_usage where (user_id, day) in (
      select user_id, day from tunnel_usage where day < (now() at time zone 'UTC')::date - ${usageDays}::int limit ${limit})`)

/** Traffic of each node on each of the last `days` days (UTC), also of nodes that are switched off. */
export const listNodeDays = (db: Queryable, days: number) =>
  db.query(sql<{ node: string; day: string; bytes: number }>`
    select n.name as node, to_char(d.day, 'YYYY-MM-DD') as day, d.bytes
    from tunnel_node_days d join tunnel_nodes n on n.number = d.node
    where d.day > (now() at time zone 'UTC')::date - ${days}::int order by n.name, d.day limit 30000`)

export const forgetOldNodeDays = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from tunnel_node_days where (node, day) in (
      select node, day from tunnel_node_days where day < (now() at time zone 'UTC')::date - ${usageDays}::int limit ${limit})`)

export const forgetOldOnline = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from tunnel_online where (number, node, ip_digest) in (
      select number, node, ip_digest from tunnel_online
      where seen_at < now() - make_interval(secs => ${onlineSeconds}::int) limit ${limit})`)

/** People whose links each node has reported as in use in the last minutes. Nodes without such a report are missing. */
export const listOnlineOfNodes = (db: Queryable) =>
  db.query(sql<{ node: number; people: number }>`
    select o.node, count(distinct l.user_id)::int as people
    from tunnel_online o join tunnel_links l on l.number = o.number
    where o.seen_at > now() - make_interval(secs => ${onlineSeconds}::int) group by o.node order by o.node limit 10000`)

/** Deletes a node's reports about links in use when the node is switched off, because it may have sent false ones. */
export const forgetReportsOf = (db: Queryable, node: number) =>
  db.run(sql`delete from tunnel_online where node = ${node}`)

/**
 * Use of each device's tunnel link: time of its last fetch, accurate to a minute (null if none), and whether a node has
 * reported it as in use in the last minutes. Panels do not report use by device.
 */
export const listLinkUse = (db: Queryable, userId: string) =>
  db.query(sql<{ deviceId: string; fetchedAt: Date | null; isInUse: boolean | null }>`
    select l.device_id as "deviceId", l.seen_at as "fetchedAt",
      exists (select from tunnel_online o where o.number = l.number
        and o.seen_at > now() - make_interval(secs => ${onlineSeconds}::int)) as "isInUse"
    from tunnel_links l where l.user_id = ${userId}`)
