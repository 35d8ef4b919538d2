import { refuse, type Result } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './clients.repo.ts'
import { compareVersions } from './clients.rules.ts'
import type { ClientRelease } from './content.repo.ts'
import { sentence } from '#text/sentence.ts'

type Platform = ClientRelease['platform']
export const listReleases = (db: Queryable, limit: number, after: string | null) => repo.listReleases(db, limit, after)

export async function offerClient(tx: Transaction, release: ClientRelease, operator: string): Promise<void> {
  const { id } = await repo.insertHistory(tx, release, operator)
  await repo.offer(tx, id)
}

export const lockOffered = (tx: Transaction, platform: Platform) => repo.lockOffered(tx, platform)

/**
 * Rejects a version that is not newer, because installed apps would not update to it. `restoreClient` brings back
 * earlier releases.
 */
export function findVersionFault(offered: string | undefined, next: string): Result<never> | null {
  if (offered === undefined) return null
  const above = compareVersions(next, offered)
  if (above > 0) return null
  return above === 0
    ? refuse('NotPossible', sentence('app.sameVersion', { version: offered }))
    : refuse('NotPossible', sentence('app.olderVersion', { version: offered }))
}

export async function withdrawClient(tx: Transaction, platform: Platform): Promise<ClientRelease | null> {
  const offered = await repo.lockOffered(tx, platform)
  if (!offered) return null
  await repo.stopOffering(tx, platform)
  return offered
}

export async function restoreClient(
  tx: Transaction,
  id: string,
): Promise<Result<{ release: ClientRelease; before: ClientRelease | null }>> {
  const release = await repo.findRelease(tx, id)
  if (!release) return refuse('NotFound', 'app.unknownRelease')
  const before = await repo.lockOffered(tx, release.platform)
  if (before?.id === id) return refuse('NotPossible', 'app.isOffered')
  await repo.offer(tx, id)
  return { ok: true, value: { release, before: before ?? null } }
}
