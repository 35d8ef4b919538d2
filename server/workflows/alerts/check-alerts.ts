import type { AlertKind } from '#shared/alert-kinds.ts'
import * as alerts from '#server/modules/alerts/alerts.service.ts'
import { keyOf } from '#server/modules/alerts/follow-alerts.rules.ts'
import { findSellingSince } from '#server/modules/catalog/catalog.queries.ts'
import { isShopOpen } from '#server/modules/catalog/catalog.rules.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { queueNotices, type Addressee } from '#server/modules/alerts/notices.service.ts'
import { defaultWishes, listWishes } from '#server/modules/alerts/notification-settings.service.ts'
import { listNotified } from '#server/modules/operators/operators.queries.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { cacheValue } from '#server/platform/cached-value.ts'
import { createMachineReader } from './read-machine.ts'
import { readMethods, readUsual, type UsualMethods } from './read-methods.ts'
import { readStates, stateKinds, type ReadOfStates } from './read-states.ts'
import { sendPendingNotices, type AlertDeps, type Reached } from './send-pending-notices.ts'
import { kindsFor } from './who-is-notified.ts'

type Looking = Readonly<{ now: Date; isOpen: (kind: AlertKind, subject: string) => boolean }>
type Read = (database: Database, looking: Looking) => Promise<ReadOfStates>

/**
 * Opens, updates and resolves alerts about the state of the shop and its machine, and notifies subscribed operators.
 * `readMachine` is called before the transaction, because it may be slow.
 */
export async function checkAlerts(deps: AlertDeps, readMachine = createMachineReader(deps.config)): Promise<void> {
  const { config, onFailure = () => {} } = deps
  const machine = await readMachine()
  await look(deps, stateKinds, (database, looking) => readStates(database, { ...looking, config, machine, onFailure }))
}

/**
 * Opens, updates and resolves alerts about payment methods, and notifies subscribed operators. `usual` reads weeks of
 * payment attempts, so the caller passes a function that caches its result.
 */
export async function checkMethodAlerts(deps: AlertDeps, usual = createUsualReader(deps)): Promise<void> {
  const known = await usual()
  const [settings, { since: sellingSince }] = await Promise.all([
    readSettings(deps.database),
    findSellingSince(deps.database),
  ])
  const isSelling = isShopOpen(deps.config.environment, settings)
  await look(deps, ['method-down', 'method-low', 'sales-stopped'], async (database, looking) => ({
    seen: await readMethods(database, { ...looking, usual: known, isSelling, sellingSince }),
    unread: [],
  }))
}

const usualAgeMs = 15 * 60_000

/** Returns a function that reads the usual payment rates of the methods, at most once in 15 minutes. */
export function createUsualReader({ database }: Pick<AlertDeps, 'database'>): () => Promise<UsualMethods> {
  const kept = cacheValue(usualAgeMs, () => database.transaction((tx) => readUsual(tx, tx.now)))
  return () => kept.read()
}

/**
 * Writes alerts in one transaction, one process at a time. Reads the states on a separate connection, because a failing
 * SQL statement would abort the transaction.
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
    await queueNotices(tx, toTell, addresseesOf(reached, config.mail !== null))
    await sendPendingNotices(tx, config, reached)
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
