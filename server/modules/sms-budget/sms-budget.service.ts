import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './sms-budget.repo.ts'
import { dailyLimits, remainingToday, type Budget } from './sms-budget.rules.ts'

/** Deletes old counts of sent SMS. They are kept for two months, to compare them with bills. */
export const forgetOldSpent = (db: Queryable): Promise<number> => repo.deleteOldSpent(db, 62)

/** Value of `country` in the row that counts the SMS to all countries. */
const everywhere = ''

type Spending = {
  /** Day in UTC, as YYYY-MM-DD. */
  readonly day: string
  /** Calling code without +. Null for the total of all countries. */
  readonly country: string | null
  readonly messages: number
  readonly refused: number
  readonly left: number | null
}

export async function listSpent(db: Queryable, budget: Budget, days: number): Promise<Spending[]> {
  const rows = await repo.listSpent(db, days)
  const total = rows.find(({ today, country }) => today && country === everywhere)?.messages ?? 0
  return rows.map(({ today, country, messages, ...row }) => ({
    ...row,
    country: country === everywhere ? null : country,
    messages,
    left: !today
      ? null
      : country === everywhere
        ? Math.max(0, budget.total - messages)
        : remainingToday(budget, country, { country: messages, total }),
  }))
}

class Spent extends Error {}

/**
 * Counts an SMS in the transaction of its cause. If this returns false, the caller must roll back, so that neither the
 * SMS nor its cause is stored.
 */
export async function consumeSmsIn(
  tx: Transaction,
  budget: Budget,
  country: string,
  isReset: boolean,
): Promise<boolean> {
  const max = dailyLimits(budget, country, isReset)
  // The rows of the country and of all countries are locked in a fixed order, which prevents deadlocks.
  if ((await repo.consumeMessage(tx, country, max.country)) === 0) return false
  return (await repo.consumeMessage(tx, everywhere, max.total)) === 1
}

/**
 * Counts an SMS against the budget of its country and the total budget. Returns false and counts nothing if either is
 * used up.
 */
export const consumeSms = (database: Database, budget: Budget, country: string, isReset: boolean): Promise<boolean> =>
  database
    .transaction(async (tx) => {
      if (!(await consumeSmsIn(tx, budget, country, isReset))) throw new Spent()
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof Spent) return false
      throw error
    })

export const countRefusal = async (tx: Transaction, country: string): Promise<boolean> =>
  (await repo.countRefusal(tx, country)).refused === 1
