import { inject } from 'vitest'
import { changeProduct, queryProduct } from '../support/query-product.ts'

/** Sets the end of a membership to this many hours from now; negative for the past. */
export const letMembershipEndIn = (hours: number, accountName: string): Promise<void> =>
  changeProduct(
    inject('e2e').dataDir,
    `update memberships m set expires_at = now() + make_interval(hours => $1)
     from account_identifiers i where i.user_id = m.user_id and i.value = $2`,
    [hours, accountName],
  )

export async function readMembershipEnd(accountName: string): Promise<Date> {
  const { rows } = await queryProduct<{ end: Date }>(
    inject('e2e').dataDir,
    `select m.expires_at as end from memberships m join account_identifiers i on i.user_id = m.user_id where i.value = $1`,
    [accountName],
  )
  return rows[0]!.end
}

/** Sets the issue time of a person's current token this many minutes back. */
export const letTokenAge = (minutes: number, accountName: string): Promise<void> =>
  changeProduct(
    inject('e2e').dataDir,
    `update session_tokens t set issued_at = now() - make_interval(mins => $1)
     from sessions s join account_identifiers i on i.user_id = s.user_id where s.id = t.session_id and t.superseded_at is null and i.value = $2`,
    [minutes, accountName],
  )
