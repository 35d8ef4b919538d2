import { randomBytes } from 'node:crypto'
import { alertKinds, isAlertKind, type AlertKind } from '#shared/alert-kinds.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { finishMessagesOf } from './notices.repo.ts'
import type { NotificationSettings } from './quiet-hours.rules.ts'
import * as repo from './notification-settings.repo.ts'

type Receiver = { readonly url: string; readonly secret: string }
export type NotificationWishes = NotificationSettings & {
  readonly mail: readonly AlertKind[]
  readonly webhook: readonly AlertKind[]
  readonly sealedWebhook: Buffer | null
  readonly deliveredAt: Date | null
  readonly failingSince: Date | null
  readonly error: string | null
}

/**
 * Default notification settings of an operator. Pending approvals send no alert mail, because they have mails of their
 * own.
 */
export const defaultWishes: NotificationWishes = {
  mail: alertKinds.filter((kind) => kind !== 'approval-waits'),
  webhook: alertKinds,
  timeZone: 'UTC',
  quiet: null,
  digestAt: null,
  urgentThrough: true,
  sealedWebhook: null,
  deliveredAt: null,
  failingSince: null,
  error: null,
}

const wishesOf = ({ mail, webhook, quietFrom, quietUntil, ...row }: repo.WishesRow): NotificationWishes => ({
  ...row,
  mail: mail.filter(isAlertKind),
  webhook: webhook.filter(isAlertKind),
  quiet: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
})

export const listWishes = async (db: Queryable): Promise<Map<string, NotificationWishes>> =>
  new Map((await repo.listWishes(db)).map((row) => [row.operatorId, wishesOf(row)]))

export async function findWishes(db: Queryable, operatorId: string): Promise<NotificationWishes> {
  const row = await repo.findWishes(db, operatorId)
  return row ? wishesOf(row) : defaultWishes
}

/**
 * Saves an operator's notification settings. `isOther`: the webhook's URL has changed, so pending messages to the old
 * URL are dropped.
 */
export async function saveWishes(
  tx: Transaction,
  operatorId: string,
  { quiet, mail, webhook, timeZone, digestAt, urgentThrough, sealedWebhook }: NotificationWishes,
  isOther: boolean,
): Promise<void> {
  await repo.saveWishes(tx, {
    operatorId,
    mail: [...mail],
    webhook: [...webhook],
    timeZone,
    digestAt,
    urgentThrough,
    sealedWebhook,
    isOther,
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
  })
  if (isOther) await finishMessagesOf(tx, operatorId)
}

export async function forgetWishes(tx: Transaction, operatorId: string): Promise<void> {
  await finishMessagesOf(tx, operatorId)
  await repo.deleteWishes(tx, operatorId)
}

export const receiverPurpose = (operatorId: string) => `operator-webhook:${operatorId}`
export const sealReceiver = (keyring: Keyring, operatorId: string, receiver: Receiver): Buffer =>
  keyring.seal(receiverPurpose(operatorId), JSON.stringify(receiver))
export const openReceiver = (keyring: Keyring, operatorId: string, sealed: Buffer): Receiver =>
  JSON.parse(keyring.open(receiverPurpose(operatorId), sealed)) as Receiver
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
