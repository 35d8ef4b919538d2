import type { ActionInput } from '#shared/contract/operator.ts'
import { listTakenEmails } from '#server/modules/accounts/accounts.queries.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { decidePerson, type ImportChoice, type KnownPerson } from '#server/modules/imports/decide.rules.ts'
import type { ImportedPerson, Row } from '#server/modules/imports/imports.repo.ts'
import {
  countRows,
  findPeople,
  isBusy,
  listRows,
  lockImport,
  recordHash,
  runImportJob,
  startImport,
} from '#server/modules/imports/imports.service.ts'
import type { PersonRecord } from '#server/modules/imports/readers/records.rules.ts'
import { done, Refused, refuse, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { sentence } from '#text/sentence.ts'
import { summarize, Tally, type DecidedRow } from './summarize-import.ts'

const pageSize = 1_000

/** Decides the effect of each person's row in a page that is readable and not yet decided, by what the shop has now. */
export async function decideRows(
  tx: Transaction,
  origin: string,
  rows: readonly Row[],
  choice: ImportChoice,
): Promise<DecidedRow[]> {
  const open = rows.filter(({ kind, record, effect }) => kind === 'person' && record !== null && effect === null)
  const known = await findPeople(
    tx,
    origin,
    open.map(({ oldId }) => oldId),
  )
  const owners = new Map(
    (
      await listTakenEmails(
        tx,
        open.flatMap(({ email }) => email ?? []),
      )
    ).map(({ email, userId }) => [email, userId]),
  )
  return open.map((row) => {
    const person = row.record as PersonRecord
    const before = known.get(row.oldId)
    const owner = owners.get(row.email ?? '')
    const isTaken = owner !== undefined && owner !== before?.userId
    const decision = decidePerson(person, knownOf(before, person), { isTaken, choice, now: tx.now })
    return { ...row, person, known: before, decision }
  })
}

const knownOf = (before: ImportedPerson | undefined, person: PersonRecord): KnownPerson =>
  before === undefined
    ? null
    : {
        isErased: before.isErased,
        hasJoined: before.joinedAt !== null,
        expiresAt: before.expiresAt,
        isSame: recordHash(person).equals(before.recordHash),
      }

/**
 * Parses the operator's choices: plans in the form `old=plan`, which must be plans of the shop, and the options of the
 * import.
 */
async function readChoice(tx: Transaction, input: ActionInput<'imports.start'>): Promise<ImportChoice> {
  const goods = new Map((await listAllGoods(tx)).map(({ id, maxDevices }) => [id, maxDevices]))
  const pairs = (input.plans ?? []).map((pair): [string, number] => {
    const at = pair.lastIndexOf('=')
    const [old, plan] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    const devices = goods.get(plan)
    if (at < 1) throw new Refused('InvalidInput', sentence('import.badPair', { pair }))
    if (devices === undefined) throw new Refused('InvalidInput', sentence('import.noSuchPlan', { plan }))
    return [old, devices]
  })
  return {
    devices: Object.fromEntries(pairs),
    neverMonths: input.neverMonths ?? null,
    balancePerDay: input.balancePerDay === undefined ? null : Math.round(Number(input.balancePerDay) * 100),
    language: input.language ?? 'zh-CN',
  }
}

/** Starts an import: decides every row for the preview, and leaves the import itself to a job. */
export const startFile: Act<'imports.start'> = async (tx, input) => {
  const { id } = input
  const found = await lockImport(tx, id)
  if (!found) return refuse('NotFound', 'action.notFound')
  if (found.state !== 'read') return refuse('NotPossible', 'import.started')
  const choice = await readChoice(tx, input)
  if (choice.balancePerDay === 0) return refuse('InvalidInput', 'import.freeDays')
  if (await isBusy(tx)) return refuse('NotPossible', 'import.another')
  const tally = new Tally()
  for (let after = 0; ;) {
    const rows = await listRows(tx, id, after, pageSize)
    for (const row of await decideRows(tx, found.origin, rows, choice)) tally.add(row)
    after = rows.at(-1)?.position ?? after
    if (rows.length < pageSize) break
  }
  await startImport(tx, id, choice)
  await enqueueJob(tx, runImportJob, { importId: id }, { lane: 'exports', uniqueKey: id })
  const staged = await countRows(tx, id)
  const summary = summarize([
    ...staged.filter(({ kind, effect }) => kind !== 'person' || effect !== null),
    ...tally.counts(),
  ])
  const output = { id, origin: found.origin, ...summary, ...tally.figures() }
  return done(output, `import ${found.origin}`, { id, choice, added: summary.added, changed: summary.changed })
}
