import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderKind } from './port.ts'
import type { Plan } from './told.rules.ts'

export type Access = {
  id: string
  kind: ProviderKind
  revision: number
  settings: Buffer
  subject: string
  /** Whether the person is open there, with credentials that are to stay. */
  isReady: boolean
}

/** The first panel by its name that has the person, else the first that is to have them. A receiver of webhooks has no documents. */
export const findAccess = (db: Queryable, userId: string, plan: Plan) =>
  db.maybe(sql<Access>`
    select p.id, p.kind, p.revision, p.settings, coalesce(d.subject, '') as subject,
      coalesce(d.is_open and d.subject is not null and not d.revoke_wanted, false) as "isReady"
    from tunnel_providers p left join tunnel_deliveries d on d.provider = p.id and d.user_id = ${userId}
    where p.kind <> 'webhook' and ${plan} = any(p.serves)
    order by coalesce(d.is_open, false) desc, p.id limit 1`)
