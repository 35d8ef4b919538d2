import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { findSetting } from './catalog.queries.ts'
import { saveSetting } from './catalog.service.ts'

const pausedKey = 'pausedMethods'
const routesKey = 'methodRoutes'

export const readPausedMethods = async (db: Queryable): Promise<readonly Method[]> =>
  ((await findSetting(db, pausedKey))?.value as Method[] | undefined) ?? []

export const savePausedMethods = (tx: Transaction, paused: readonly Method[]) => saveSetting(tx, pausedKey, paused)

/** Payment provider chosen by an operator for a payment method. Overrides the deployment's choice. */
export type ChosenRoute = { readonly method: Method; readonly currency: Currency; readonly provider: string }

export const readChosenRoutes = async (db: Queryable): Promise<readonly ChosenRoute[]> =>
  ((await findSetting(db, routesKey))?.value as ChosenRoute[] | undefined) ?? []

export const saveChosenRoutes = (tx: Transaction, routes: readonly ChosenRoute[]) => saveSetting(tx, routesKey, routes)
