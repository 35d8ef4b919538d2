import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './events.repo.ts'
import type { RiskEvent } from './events.rules.ts'

type Added = {
  readonly written: RiskEvent[]
  readonly caseId: string | null
  readonly merged: readonly string[]
}

/**
 * Adds new risk events to the open case of anybody in the cluster of related accounts, or to a new case, and returns
 * them. If the cluster has several open cases, merges them into the oldest, and returns the cases that are gone:
 * `merged`. The caller must hold the lock of `takeTurn`.
 */
export async function addEvents(
  tx: Transaction,
  events: readonly RiskEvent[],
  { cluster, termsVersion }: { readonly cluster: readonly string[]; readonly termsVersion: number },
): Promise<Added> {
  const added: RiskEvent[] = []
  for (const event of events) if (!(await repo.findEvent(tx, event))) added.push(event)
  if (added.length === 0) return { written: [], caseId: null, merged: [] }
  const people = new Set([
    ...cluster,
    ...added.flatMap(({ userId, inviterId, otherIds }) => [userId, inviterId ?? userId, ...otherIds]),
  ])
  const [oldest, ...others] = (await repo.lockCasesOf(tx, [...people])).map(({ id }) => id)
  const caseId = oldest ?? randomUUIDv7()
  if (oldest === undefined) await repo.insertCase(tx, caseId)
  if (others.length > 0) {
    await repo.moveEvents(tx, others, caseId)
    await repo.deleteCases(tx, others)
  }
  const written: RiskEvent[] = []
  for (const event of added)
    if ((await repo.insertEvent(tx, randomUUIDv7(), caseId, termsVersion, event)) === 1) written.push(event)
  return { written, caseId, merged: others }
}
