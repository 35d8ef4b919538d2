import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './sms-budget.repo.ts'
import { dailyLimits, type Budget } from './sms-budget.rules.ts'

export const listSpent = repo.listSpent
/** Kept for comparison with the bills of two months. */
export const forgetOldSpent = (db: Queryable): Promise<number> => repo.deleteOldSpent(db, 62)

/** Stands for all countries together. */
const everywhere = ''

class Spent extends Error {}

/** Counts an SMS of today against both budgets; false where either is spent, and nothing is counted then. */
export const takeSms = (database: Database, budget: Budget, country: string, isReset: boolean): Promise<boolean> =>
  database
    .transaction(async (tx) => {
      const most = dailyLimits(budget, country, isReset)
      // Always in this order, so that two cannot wait for each other.
      if ((await repo.takeMessage(tx, country, most.country)) === 0) throw new Spent()
      if ((await repo.takeMessage(tx, everywhere, most.total)) === 0) throw new Spent()
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Spent) return false
      throw error
    })

/** Counts that an SMS was refused; true for the first of its country today. */
export const countRefusal = async (tx: Transaction, country: string): Promise<boolean> =>
  (await repo.countRefusal(tx, country)).refused === 1
