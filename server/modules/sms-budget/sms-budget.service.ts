import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './sms-budget.repo.ts'
import { dailyLimits, leftToday, type Budget } from './sms-budget.rules.ts'

/** Kept for comparison with the bills of two months. */
export const forgetOldSpent = (db: Queryable): Promise<number> => repo.deleteOldSpent(db, 62)

/** Stands for all countries together. */
const everywhere = ''

export type Spending = {
  /** YYYY-MM-DD, UTC. */
  readonly day: string
  /** A calling code without +, or null for all together. */
  readonly country: string | null
  readonly messages: number
  readonly refused: number
  /** What may still go there; null for days that are over. */
  readonly left: number | null
}

/** The SMS of so many days, newest first, and for today what each budget has left. */
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

/** The same in the transaction of its cause, which keeps nothing where this is false. */
export async function consumeSmsIn(
  tx: Transaction,
  budget: Budget,
  country: string,
  isReset: boolean,
): Promise<boolean> {
  const max = dailyLimits(budget, country, isReset)
  // Always in this order, so that two cannot wait for each other.
  if ((await repo.consumeMessage(tx, country, max.country)) === 0) return false
  return (await repo.consumeMessage(tx, everywhere, max.total)) === 1
}

/** Counts an SMS of today against both budgets; false where either is spent, and nothing is counted then. */
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

/** Counts that an SMS was refused; true for the first of its country today. */
export const countRefusal = async (tx: Transaction, country: string): Promise<boolean> =>
  (await repo.countRefusal(tx, country)).refused === 1
