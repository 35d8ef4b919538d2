import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderKind } from './port.ts'
import type { Plan } from './delivered-terms.rules.ts'

export type Access = {
  id: string
  kind: ProviderKind
  revision: number
  settings: Buffer
  subject: string
  /** True if the person has access at this VPN panel, and their credentials there are not about to be revoked. */
  isReady: boolean
}

/**
 * Finds the VPN panel that serves a person: the first panel, by id, that already has the person, or else the first that
 * should get them. Webhook receivers are skipped, because they have no subscription documents.
 */
export const findAccess = (db: Queryable, userId: string, plan: Plan) =>
  db.maybe(sql<Access>`
    select p.id, p.kind, p.revision, p.settings, coalesce(d.subject, '') as subject,
      coalesce(d.is_open and d.subject is not null and not d.revoke_wanted, false) as "isReady"
    from tunnel_providers p left join tunnel_deliveries d on d.provider = p.id and d.user_id = ${userId}
    where p.kind <> 'webhook' and ${plan} = any(p.serves)
    order by coalesce(d.is_open, false) desc, p.id limit 1`)
