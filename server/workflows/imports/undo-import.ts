import { recordAction } from '#server/modules/audit/audit.service.ts'
import {
  countCreated,
  deletePeople,
  isBusy,
  listCreated,
  lockImport,
  setImportState,
  undoImportJob,
} from '#server/modules/imports/imports.service.ts'
import { listOwnersAmong } from '#server/modules/devices/devices.queries.ts'
import { listExpiries, listImportGrants, listTakenByUndo } from '#server/modules/membership/membership.queries.ts'
import { grantTime, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { listUnsettledAmong } from '#server/modules/tunnels/panels/marks.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'

const step = 100
/** Seconds between passes: VPN panels must close a person's access before the person can be deleted. */
const waitSeconds = 30
const firstId = '00000000-0000-0000-0000-000000000000'

/** Undoes a whole import by a job. People who have signed in or use their old subscription link stay. */
export const undoFile: Act<'imports.undo'> = async (tx, { id }) => {
  const found = await lockImport(tx, id)
  if (!found) return refuse('NotFound', 'action.notFound')
  if (found.state !== 'done') return refuse('NotPossible', 'import.notDone')
  if (await isBusy(tx)) return refuse('NotPossible', 'import.another')
  const { people, joined } = await countCreated(tx, id)
  await setImportState(tx, id, 'undoing')
  await enqueueJob(tx, undoImportJob, { importId: id }, { lane: 'exports', uniqueKey: id })
  const output = { id, origin: found.origin, people: people - joined, joined }
  return done(output, `import ${found.origin}`, { id, people: people - joined, joined })
}

/**
 * Deletes the people whom an import created and who have not signed in. People known to a VPN panel lose their time
 * first, and are deleted once the panel has closed their access. Changes to people of an earlier import stay; importing
 * the earlier file again restores the earlier state.
 */
export async function undoImport(
  database: Database,
  job: Pick<Job, 'payload' | 'signal' | 'completeIn'>,
): Promise<void> {
  const id = String(job.payload.importId)
  let waiting = 0
  for (let after: string | null = firstId; after !== null;) {
    job.signal.throwIfAborted()
    const from: string = after
    const result: { next: string | null; waiting: number } = await database.transaction((tx) => undoStep(tx, id, from))
    after = result.next
    waiting += result.waiting
  }
  await database.transaction(async (tx) => {
    const found = await lockImport(tx, id)
    if (found?.state === 'undoing') {
      if (waiting > 0) {
        const runAt = new Date(tx.now.getTime() + waitSeconds * 1000)
        await enqueueJob(tx, undoImportJob, { importId: id }, { lane: 'exports', uniqueKey: id, runAt })
      } else {
        await setImportState(tx, id, 'undone')
        const { people: stay } = await countCreated(tx, id)
        const operator = { id: found.operatorId, name: 'system' }
        const entry = { operator, action: 'imports.undone', subject: `import ${found.origin}`, details: { id, stay } }
        await recordAction(tx, entry)
      }
    }
    await job.completeIn(tx)
  })
}

async function undoStep(tx: Transaction, id: string, after: string): Promise<{ next: string | null; waiting: number }> {
  const found = await lockImport(tx, id)
  if (found?.state !== 'undoing') return { next: null, waiting: 0 }
  const people = await listCreated(tx, id, after, step)
  const open = people.filter(({ joinedAt }) => joinedAt === null).map(({ userId }) => userId)
  const deleted = new Set(await deletePeople(tx, id, open))
  const left = open.filter((userId) => !deleted.has(userId))
  // People who use their old subscription link stay, and keep their time.
  const owners = new Set((await listOwnersAmong(tx, left)).map(({ userId }) => userId))
  const unsettled = (await listUnsettledAmong(tx, left)).filter(({ userId }) => !owners.has(userId))
  for (const { userId } of unsettled)
    for (const { sourceId } of await listImportGrants(tx, userId))
      await reverseGrant(tx, { source: 'import', sourceId, reversedBy: `undo ${id} ${sourceId}`, note: null })
  // Gives the time back to people who signed in or used their old subscription link after an earlier pass had taken it.
  const staying = people.filter(({ userId, joinedAt }) => joinedAt !== null || owners.has(userId))
  for (const { userId, sourceId, maxDevices, seconds } of await listTakenByUndo(
    tx,
    id,
    staying.map(({ userId: each }) => each),
  ))
    if (seconds > 0)
      await grantTime(tx, { userId, source: 'import', sourceId: `${sourceId}/kept`, seconds, maxDevices, note: null })
  // Keeps people to whom an operator gave more time, because waiting until that time ends would take too long.
  const kept = new Set(
    (
      await listExpiries(
        tx,
        unsettled.map(({ userId }) => userId),
      )
    )
      .filter(({ expiresAt }) => expiresAt !== null && expiresAt > tx.now)
      .map(({ userId }) => userId),
  )
  const waiting = unsettled.filter(({ userId }) => !kept.has(userId)).length
  return { next: people.length < step ? null : (people.at(-1)?.userId ?? null), waiting }
}
