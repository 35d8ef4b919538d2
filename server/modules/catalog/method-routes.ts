import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { findSetting } from './catalog.queries.ts'
import { saveSetting } from './catalog.service.ts'

const key = 'methodRoutes'

/** Provider chosen by an operator for a payment method, overriding the deployment's. */
export type ChosenRoute = { readonly method: Method; readonly currency: Currency; readonly provider: string }

export const readChosenRoutes = async (db: Queryable): Promise<readonly ChosenRoute[]> =>
  ((await findSetting(db, key))?.value as ChosenRoute[] | undefined) ?? []

export const saveChosenRoutes = (tx: Transaction, routes: readonly ChosenRoute[]) => saveSetting(tx, key, routes)
