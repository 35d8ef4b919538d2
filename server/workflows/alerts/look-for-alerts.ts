import type { AlertKind } from '#shared/alerts.ts'
import * as alerts from '#server/modules/alerts/alerts.service.ts'
import { keyOf } from '#server/modules/alerts/follow-alerts.rules.ts'
import { owe, type Addressee } from '#server/modules/alerts/notices.service.ts'
import { defaultWishes, listWishes } from '#server/modules/alerts/wishes.service.ts'
import { listNotified } from '#server/modules/operators/operators.queries.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { readMethods } from './read-methods.ts'
import { readStates, stateKinds, type ReadOfStates } from './read-states.ts'
import { notifyOwed, type AlertDeps, type Reached } from './tell-owed.ts'
import { kindsFor } from './who-reads.ts'

type Looking = Readonly<{ now: Date; isOpen: (kind: AlertKind, subject: string) => boolean }>
type Read = (database: Database, looking: Looking) => Promise<ReadOfStates>

export const lookForAlerts = (deps: AlertDeps): Promise<void> =>
  look(deps, stateKinds, (database, looking) =>
    readStates(database, { ...looking, config: deps.config, onFailure: deps.onFailure ?? (() => {}) }),
  )

/** Checks payment methods separately and less often, because their success rates are expensive to compute. */
export const lookAtMethods = (deps: AlertDeps): Promise<void> =>
  look(deps, ['method-low'], async (database, { now, isOpen }) => ({
    seen: await readMethods(database, { now, isOpen: (method) => isOpen('method-low', method) }),
    unread: [],
  }))

/**
 * Writes alerts in one transaction, one process at a time. Reads the states on a separate connection, because a failing
 * statement would abort the transaction.
 */
async function look({ database, config }: AlertDeps, kinds: readonly AlertKind[], read: Read): Promise<void> {
  await database.transaction(async (tx) => {
    await alerts.lockAlerts(tx)
    const open = await alerts.listOpenOf(tx, kinds)
    const keys = new Set(open.map(keyOf))
    const isOpen = (kind: AlertKind, subject: string) => keys.has(keyOf({ kind, subject }))
    const { seen, unread } = await read(database, { now: tx.now, isOpen })
    const known = open.filter(({ kind }) => !unread.includes(kind))
    const toTell = await alerts.noteSeen(tx, known, seen)
    const reached = await listReached(tx)
    await owe(tx, toTell, addresseesOf(reached, config.mail !== null))
    await notifyOwed(tx, config, reached)
  })
}

async function listReached(tx: Transaction): Promise<Reached[]> {
  const [operators, wishes] = await Promise.all([listNotified(tx), listWishes(tx)])
  return operators.map((operator) => ({ ...operator, wishes: wishes.get(operator.id) ?? defaultWishes }))
}

const addresseesOf = (reached: readonly Reached[], sendsMail: boolean): Addressee[] =>
  reached.flatMap(({ id, role, sealedEmail, wishes }) => {
    const readable = kindsFor(role)
    const of = (channel: 'mail' | 'webhook') => ({
      operatorId: id,
      channel,
      kinds: wishes[channel].filter((kind) => readable.includes(kind)),
    })
    return [...(sendsMail && sealedEmail ? [of('mail')] : []), ...(wishes.sealedWebhook ? [of('webhook')] : [])].filter(
      (to) => to.kinds.length > 0,
    )
  })
