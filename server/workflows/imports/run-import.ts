import { recordAction } from '#server/modules/audit/audit.service.ts'
import { noteInviter, openImportedAccount, renewImportedAccount } from '#server/modules/accounts/imported-account.ts'
import { blockAccount } from '#server/modules/accounts/blocks.service.ts'
import type { ImportChoice } from '#server/modules/imports/decide.rules.ts'
import type { ImportRow, Row } from '#server/modules/imports/imports.repo.ts'
import {
  countRows,
  findPeople,
  listRows,
  lockImport,
  recordHash,
  saveOrders,
  savePerson,
  setImportState,
  settleRows,
  type Settled,
} from '#server/modules/imports/imports.service.ts'
import type { OrderRecord, PersonRecord } from '#server/modules/imports/readers/records.rules.ts'
import type { InviteRecord } from '#server/modules/imports/stage.rules.ts'
import { listImportGrants } from '#server/modules/membership/membership.queries.ts'
import { grantTime, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { keepOldLink } from '#server/modules/tunnels/old-links.service.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { storeImported } from '#server/platform/imported-password.ts'
import type { Job } from '#server/platform/jobs.ts'
import { decideRows } from './start-import.ts'
import type { DecidedRow } from './summarize-import.ts'
import { summarize } from './summarize-import.ts'

/** Rows imported per database transaction. If a run is killed, at most these rows are imported again. */
const step = 100

/**
 * Imports the rows of a file in steps. Each step saves its progress in its transaction, so a run that was killed goes
 * on with the next row.
 */
export async function runImport(
  database: Database,
  job: Pick<Job, 'payload' | 'signal' | 'completeIn'>,
  size = step,
): Promise<void> {
  const id = String(job.payload.importId)
  for (let more = true; more;) {
    job.signal.throwIfAborted()
    more = await database.transaction((tx) => runStep(tx, id, size))
  }
  await database.transaction(async (tx) => {
    const found = await lockImport(tx, id)
    if (found?.state === 'running') {
      await setImportState(tx, id, 'done')
      const { added, changed, same, refused } = summarize(await countRows(tx, id))
      const details = { id, added, changed, same, refused }
      const operator = { id: found.operatorId, name: 'system' }
      await recordAction(tx, { operator, action: 'imports.done', subject: `import ${found.origin}`, details })
    }
    await job.completeIn(tx)
  })
}

/** Imports the next rows of an import. Returns false if there were no more rows, or the import is not running. */
async function runStep(tx: Transaction, id: string, size: number): Promise<boolean> {
  const found = await lockImport(tx, id)
  if (found?.state !== 'running') return false
  const rows = await listRows(tx, id, found.doneTo, size)
  const choice = found.options as ImportChoice
  const people = await importPeople(tx, found, rows, choice)
  const invites = await importInvites(tx, found, rows)
  const orders = await importOrders(tx, found, rows)
  const effects = new Map([...people, ...invites, ...orders].map((settled) => [settled.position, settled]))
  await settleRows(
    tx,
    id,
    rows.map(({ position, refusal }) => {
      return effects.get(position) ?? { position, effect: refusal === null ? 'same' : 'refused', refusal }
    }),
  )
  return rows.length > 0
}

type Import = Pick<ImportRow, 'id' | 'origin'>

async function importPeople(
  tx: Transaction,
  from: Import,
  rows: readonly Row[],
  choice: ImportChoice,
): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const row of await decideRows(tx, from.origin, rows, choice)) {
    const { position, decision } = row
    if (decision.effect === 'refused') settled.push({ position, effect: 'refused', refusal: decision.fault })
    else if (decision.effect === 'same') {
      await rememberSame(tx, from, row)
      settled.push({ position, effect: 'same', refusal: null })
    } else settled.push({ position, ...(await importPerson(tx, from, row, choice)) })
  }
  return settled
}

/**
 * Stores the digest of a changed row that changes nothing, because its person has signed in and the new end is not
 * later. The same file is then recognised as already imported.
 */
async function rememberSame(tx: Transaction, from: Import, { known, person, oldId }: DecidedRow): Promise<void> {
  const hash = recordHash(person)
  if (known && !hash.equals(known.recordHash)) await save(tx, from, oldId, known.userId, person, known.expiresAt)
}

const save = (
  tx: Transaction,
  from: Import,
  oldId: string,
  userId: string,
  person: PersonRecord,
  expiresAt: Date | null,
) =>
  savePerson(tx, {
    origin: from.origin,
    importId: from.id,
    oldId,
    userId,
    recordHash: recordHash(person),
    expiresAt,
    registeredAt: person.createdAt === null ? null : new Date(person.createdAt * 1000),
  })

async function importPerson(
  tx: Transaction,
  from: Import,
  { decision, person, known, oldId, email }: DecidedRow,
  choice: ImportChoice,
): Promise<Pick<Settled, 'effect' | 'refusal'>> {
  if (decision.effect !== 'added' && decision.effect !== 'changed') throw new Error('nothing to import')
  const { password } = person
  const passwordHash = password && storeImported(password.algorithm, password.hash, password.salt)
  const account = { email: email ?? '', passwordHash, language: choice.language }
  const userId = known?.userId ?? (await openImportedAccount(tx, account))
  // Somebody has registered with the email address since the effect of this row was decided.
  if (userId === null) throw new Error('the address was taken meanwhile')
  if (known && decision.renews && !(await renewImportedAccount(tx, userId, account)))
    throw new Error('the address was taken meanwhile')
  if (decision.restart) await takeBackImports(tx, userId, from.id)
  const maxDevices = decision.maxDevices || null
  const grant = { userId, source: 'import', maxDevices, note: null } as const
  if (decision.seconds > 0)
    await grantTime(tx, { ...grant, sourceId: sourceIdOf(from, oldId), seconds: decision.seconds })
  if (decision.creditSeconds > 0)
    await grantTime(tx, { ...grant, sourceId: `${sourceIdOf(from, oldId)}/balance`, seconds: decision.creditSeconds })
  if (decision.renews) {
    // Never lifts a block, because an operator of this shop may have set it.
    if (person.isBanned) await blockAccount(tx, userId, { told: null, stopsTime: false })
    if (person.token !== null) await keepOldLink(tx, userId, person.token)
  }
  await save(tx, from, oldId, userId, person, decision.end)
  return { effect: decision.effect, refusal: null }
}

/** Source id of the time that an import grants to a person, so that each import grants it once. */
const sourceIdOf = ({ id }: Import, oldId: string): string => `${id}/${oldId}`

/**
 * Takes back the time of earlier imports before a newer file grants it anew. Keeps the days that were granted for a
 * money balance in the old shop.
 */
async function takeBackImports(tx: Transaction, userId: string, importId: string): Promise<void> {
  for (const { sourceId } of await listImportGrants(tx, userId))
    if (!sourceId.endsWith('/balance'))
      await reverseGrant(tx, { source: 'import', sourceId, reversedBy: `import ${importId} ${sourceId}`, note: null })
}

async function importInvites(tx: Transaction, from: Import, rows: readonly Row[]): Promise<Settled[]> {
  const open = rows.filter(({ kind, record, effect }) => kind === 'invite' && record !== null && effect === null)
  if (open.length === 0) return []
  const inviters = open.map(({ record }) => (record as InviteRecord).inviterId)
  const people = await findPeople(tx, from.origin, [...new Set([...open.map(({ oldId }) => oldId), ...inviters])])
  const settled: Settled[] = []
  for (const [index, { position, oldId }] of open.entries()) {
    const inviter = inviters[index] as string
    const [user, brought] = [people.get(oldId), people.get(inviter)]
    if (!user || !brought) {
      settled.push({ position, effect: 'refused', refusal: { code: 'inviterUnknown', params: { inviter } } })
      continue
    }
    const isNew = await noteInviter(tx, user.userId, brought.userId)
    settled.push({ position, effect: isNew ? 'added' : 'same', refusal: null })
  }
  return settled
}

async function importOrders(tx: Transaction, from: Import, rows: readonly Row[]): Promise<Settled[]> {
  const open = rows.filter(({ kind, record, effect }) => kind === 'order' && record !== null && effect === null)
  if (open.length === 0) return []
  const records = open.map(({ record }) => record as OrderRecord)
  const people = await findPeople(tx, from.origin, [...new Set(records.map(({ personId }) => personId))])
  const known = (record: OrderRecord) => {
    const person = people.get(record.personId)
    return person && !person.isErased ? person.userId : null
  }
  await saveOrders(
    tx,
    from,
    records.flatMap((record) => {
      const userId = known(record)
      if (userId === null) return []
      const { number, plan, period, amountMinor, status, createdAt, paidAt } = record
      const at = (seconds: number) => new Date(seconds * 1000).toISOString()
      const times = { orderedAt: at(createdAt), paidAt: paidAt === null ? null : at(paidAt) }
      return [{ number, userId, plan, period, amountMinor, status, ...times }]
    }),
  )
  return open.map(({ position }, index) =>
    known(records[index] as OrderRecord) === null
      ? { position, effect: 'refused', refusal: { code: 'orderOfNobody' } }
      : { position, effect: 'added', refusal: null },
  )
}
