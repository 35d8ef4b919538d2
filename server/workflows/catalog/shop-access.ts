import type { Environment } from '#shared/api-values.ts'
import { isShopOpen, isShownIn, takesSignUps } from '#server/modules/catalog/catalog.rules.ts'
import { findSetting } from '#server/modules/catalog/catalog.queries.ts'
import { listPublicClauses } from '#server/modules/content/content.queries.ts'
import type { Database } from '#server/platform/database.ts'
import { cacheValue, type Kept } from '#server/platform/cached-value.ts'

/** Access to the shop for visitors who are not signed in. `isOpen`: the whole shop; `takesSignUps`: new accounts. */
export type ShopAccess = { readonly isOpen: boolean; readonly takesSignUps: boolean }

const doorsMaxAgeMs = 1_000

/**
 * Caches for a second whether the shop is open to visitors and takes sign-ups, because every call without a session
 * needs it.
 */
export const keepShopDoors = (
  database: Database,
  environment: Environment,
  maxAgeMs: number = doorsMaxAgeMs,
): Kept<ShopAccess> =>
  cacheValue(maxAgeMs, async () => {
    const [stored, clauses] = await Promise.all([
      findSetting(database, 'isOpen'),
      environment === 'PROD' ? listPublicClauses(database) : [],
    ])
    return {
      isOpen: isShopOpen(environment, { isOpen: (stored?.value as boolean | undefined) ?? null }),
      takesSignUps: takesSignUps(
        environment,
        clauses.filter((clause) => isShownIn(environment, clause)),
      ),
    }
  })
