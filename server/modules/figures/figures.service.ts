import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Watch } from './days.rules.ts'
import type { FunnelStep, MemberCount } from './figures.queries.ts'
import * as repo from './figures.repo.ts'

export async function lockFolds(tx: Transaction): Promise<{ last: string | null; watch: Watch | null }> {
  await repo.lockFolds(tx)
  const { day } = await repo.findLastFold(tx)
  return { last: day, watch: (await repo.findWatch(tx)) ?? null }
}

export const listRunning = async (db: Queryable): Promise<string[]> =>
  (await repo.listRunning(db)).map(({ transaction }) => transaction)

export const saveWatch = (tx: Transaction, { lookedAt, waitsFor }: Watch) => repo.saveWatch(tx, lookedAt, waitsFor)
export const markFolded = (tx: Transaction, day: string) => repo.insertFold(tx, day)
export async function takeDayWithoutPlans(tx: Transaction, since: string): Promise<string | null> {
  await repo.lockFolds(tx)
  return (await repo.takeDayWithoutPlans(tx, since))?.day ?? null
}
export const addFunnel = (tx: Transaction, day: string, step: FunnelStep, count: number) =>
  repo.insertFunnel(tx, day, step, count)

export const noteProof = async (tx: Transaction, day: string, differs: boolean): Promise<boolean> =>
  (await repo.setProof(tx, day, differs))?.isNew === true

export const saveMemberCount = (db: Queryable, day: string, count: MemberCount) => repo.saveMemberCount(db, day, count)
