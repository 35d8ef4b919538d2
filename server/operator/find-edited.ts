import { isDeepStrictEqual } from 'node:util'
import { listDoneSince } from '#server/modules/audit/audit.queries.ts'
import { refuse, type ActDeps, type Edited, type Kept, type Opened, type Result } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { sentence } from '#text/sentence.ts'

const mostTold = 5

const digestOf = ({ values, unseen }: Kept, { config }: ActDeps): string =>
  createKeyedDigest(config.secretKey)('kept', JSON.stringify([values, unseen])).toString('base64url')

const openedOf = (kept: Kept, now: Date, deps: ActDeps): Opened => ({
  values: kept.values,
  expect: `${digestOf(kept, deps)} ${now.toISOString()}`,
})

export async function openKept(tx: Transaction, kept: Kept, deps: ActDeps, before?: string): Promise<Edited> {
  const opened = openedOf(kept, tx.now, deps)
  const [digest, at = ''] = before?.split(' ') ?? []
  const since = new Date(at)
  const isSame = digest === undefined || digest === digestOf(kept, deps)
  if (isSame || Number.isNaN(since.getTime())) return { ...opened, meanwhile: [] }
  return { ...opened, meanwhile: await listDoneSince(tx, kept.subject, since, mostTold) }
}

export async function findEdited(
  tx: Transaction,
  kept: Kept,
  deps: ActDeps,
  expect: string,
): Promise<Result<never> | null> {
  const edited = await openKept(tx, kept, deps, expect)
  if (edited.expect.split(' ', 1)[0] === expect.split(' ', 1)[0]) return null
  return {
    ok: false,
    refusal: { status: 'NotPossible', sentence: sentence('form.editedMeanwhile'), edited },
  }
}

export const findUnchanged = (before: Kept, after: Kept): Result<never> | null =>
  isDeepStrictEqual([before.values, before.unseen], [after.values, after.unseen])
    ? refuse('NotPossible', 'form.unchanged')
    : null
