import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Localized } from '#shared/language.ts'
import type { Serves } from './nodes.repo.ts'

type PlacedNode = {
  country: string | null
  city: Localized | null
  serves: Serves
  isUp: boolean | null
  cpuPercent: number | null
}

/** Enabled nodes with a city or country. Omits nodes that have never called, because they are still being set up. */
export const listPlacedNodes = (db: Queryable, silenceSeconds: number) =>
  db.query(sql<PlacedNode>`
    select country, city, serves, seen_at > now() - make_interval(secs => ${silenceSeconds}::int) as "isUp",
      cpu_percent as "cpuPercent"
    from tunnel_nodes where enabled and country is not null and seen_at is not null order by number`)
