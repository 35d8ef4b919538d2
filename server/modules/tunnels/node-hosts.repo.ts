import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Localized } from '#shared/language.ts'

type NodeHostRow = {
  host: string
  allowedNetworks: string[]
  country: string | null
  city: Localized | null
  isUp: boolean | null
}

/** IP addresses or host names of enabled nodes, with their places. */
export const listNodeHosts = (db: Queryable, silenceSeconds: number) =>
  db.query(sql<NodeHostRow>`
    select host, allowed_networks as "allowedNetworks", country, city,
      seen_at > now() - make_interval(secs => ${silenceSeconds}::int) as "isUp"
    from tunnel_nodes where enabled order by number`)
