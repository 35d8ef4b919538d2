import { alertKinds, countOf, type AlertChannel, type AlertKind } from '#shared/alert-kinds.ts'
import * as notices from '#server/modules/alerts/notices.service.ts'
import { planNotices } from '#server/modules/alerts/quiet-hours.rules.ts'
import { openAddress } from '#server/modules/operators/operators.service.ts'
import type { AlertNotice } from '#server/modules/outbox/alert-notice.ts'
import { alertWebhookBody } from '#server/modules/outbox/alert-webhook-body.ts'
import type { Transaction, Database } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { notifyAddress } from '#server/workflows/operators/notify-operators.ts'
import type { NotificationWishes } from '#server/modules/alerts/notification-settings.service.ts'
import type { Notified } from '#server/modules/operators/operators.queries.ts'
import type { Config } from '#server/platform/config.ts'
import { kindsFor } from './who-is-notified.ts'

export type AlertDeps = {
  readonly database: Database
  readonly onFailure?: (error: unknown, job: string) => void
  readonly config: Pick<
    Config,
    | 'connections'
    | 'consoleOrigin'
    | 'dataDir'
    | 'environment'
    | 'mail'
    | 'publicOrigin'
    | 'secretKey'
    | 'sms'
    | 'smsBudget'
  >
}

export type Reached = Notified & { readonly wishes: NotificationWishes }

export const sendWebhooksJob = 'send-operator-webhooks'
const mostNamed = 5

type To = { readonly operatorId: string; readonly channel: AlertChannel }

export async function sendPendingNotices(
  tx: Transaction,
  config: AlertDeps['config'],
  reached: readonly Reached[],
): Promise<void> {
  const [owed, lastTold] = [await notices.listPendingNotices(tx), await notices.listLastTold(tx)]
  const operators = new Map(reached.map((operator) => [operator.id, operator]))
  for (const [key, rows] of owed) {
    const [operatorId, channel] = key.split(' ') as [string, AlertChannel]
    const to = { operatorId, channel }
    const operator = operators.get(operatorId)
    const wanted = operator ? wantedOf(operator, channel, config) : []
    const [mine, others] = [
      rows.filter(({ kind }) => wanted.includes(kind)),
      rows.filter(({ kind }) => !wanted.includes(kind)),
    ]
    await notices.drop(
      tx,
      to,
      others.map(({ alertId }) => alertId),
    )
    if (!operator) continue
    const plan = planNotices(mine, operator.wishes, lastTold.get(key) ?? new Map(), tx.now)
    await notices.drop(
      tx,
      to,
      plan.drop.map(({ alertId }) => alertId),
    )
    if (plan.tell.length > 0)
      await tell(tx, config, operator, to, noticeOf(plan.tell, plan.isDigest, operator.wishes.timeZone))
  }
  for (const operatorId of await notices.listDueOperators(tx)) await scheduleWebhooks(tx, operatorId)
}

export const scheduleWebhooks = (tx: Transaction, operatorId: string): Promise<void> =>
  enqueueJob(tx, sendWebhooksJob, { operator: operatorId }, { uniqueKey: operatorId, lane: 'alerts' })

function wantedOf(
  { role, sealedEmail, wishes }: Reached,
  channel: AlertChannel,
  { mail }: AlertDeps['config'],
): AlertKind[] {
  const isThere = channel === 'mail' ? sealedEmail !== null && mail !== null : wishes.sealedWebhook !== null
  const readable = kindsFor(role)
  return isThere ? wishes[channel].filter((kind) => readable.includes(kind)) : []
}

type Told = AlertNotice & { readonly alertIds: readonly string[] }

function noticeOf(rows: readonly notices.OwedRow[], isDigest: boolean, timeZone: string): Told {
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const groups = alertKinds.flatMap((kind) => {
    const of = byKind.get(kind) ?? []
    const named = of.slice(0, mostNamed).map(({ subject, level, detail, amount, total, since, isOver, alertId }) => ({
      id: alertId,
      kind,
      subject,
      level,
      detail,
      amount,
      total,
      isOver,
      since: since?.toISOString() ?? null,
    }))
    return of.length === 0 ? [] : [{ kind, count: of.reduce((sum, each) => sum + countOf(each), 0), named }]
  })
  return { kind: 'alerts', isDigest, timeZone, groups, alertIds: rows.map(({ alertId }) => alertId) }
}

async function tell(
  tx: Transaction,
  config: AlertDeps['config'],
  { id, language, sealedEmail, wishes }: Reached,
  to: To,
  { alertIds, ...notice }: Told,
): Promise<void> {
  const kinds = notice.groups.map(({ kind }) => kind)
  const message = { id: notices.newMessageId(), kinds }
  if (to.channel === 'mail' && sealedEmail) {
    const address = openAddress(createKeyring(config.secretKey), { id, sealedEmail })
    if (address === null) return
    await notifyAddress(tx, config, { to: address, language }, notice)
    await notices.markTold(tx, to, { ...message, body: null }, alertIds)
  }
  if (to.channel === 'webhook' && wishes.sealedWebhook)
    await notices.markTold(
      tx,
      to,
      { ...message, body: alertWebhookBody(notice, language, config.consoleOrigin) },
      alertIds,
    )
}
