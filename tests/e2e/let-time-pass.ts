import { inject } from 'vitest'
import { changeProduct } from '../support/query-product.ts'

/** Lets the membership of a person end in so many hours; in the past where they are negative. */
export const letMembershipEndIn = (hours: number, accountName: string): Promise<void> =>
  changeProduct(
    inject('e2e').dataDir,
    `update memberships m set expires_at = now() + make_interval(hours => $1)
     from account_identifiers i where i.user_id = m.user_id and i.value = $2`,
    [hours, accountName],
  )
