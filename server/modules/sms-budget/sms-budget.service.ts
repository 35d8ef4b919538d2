import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './sms-budget.repo.ts'
import { dailyLimits, leftToday, type Budget } from './sms-budget.rules.ts'

/** Kept for two months, to compare with bills. */
export const forgetOldSpent = (db: Queryable): Promise<number> => repo.deleteOldSpent(db, 62)

/** Key of the total. */
const everywhere = ''

export type Spending = {
  /** YYYY-MM-DD, UTC. */
  readonly day: string
  /** Calling code without +; null: total. */
  readonly country: string | null
  readonly messages: number
  readonly refused: number
  /** SMS left today; null for past days. */
  readonly left: number | null
}

/** SMS of the last days, newest first, with today's remaining budgets. */
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
        : leftToday(budget, country, { country: messages, total }),
  }))
}

class Spent extends Error {}

/** Uses the SMS budget in the transaction of the cause, which must store nothing if this returns false. */
export async function consumeSmsIn(
  tx: Transaction,
  budget: Budget,
  country: string,
  isReset: boolean,
): Promise<boolean> {
  const max = dailyLimits(budget, country, isReset)
  // Fixed order, which prevents deadlocks.
  if ((await repo.consumeMessage(tx, country, max.country)) === 0) return false
  return (await repo.consumeMessage(tx, everywhere, max.total)) === 1
}

/** Counts an SMS against both budgets; returns false and counts nothing if either is spent. */
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

/** Counts a rejected SMS; returns true for the first of its country today. */
export const countRefusal = async (tx: Transaction, country: string): Promise<boolean> =>
  (await repo.countRefusal(tx, country)).refused === 1
