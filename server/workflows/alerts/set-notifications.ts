import { isDeepStrictEqual } from 'node:util'
import { alertKinds, alertTable, type AlertKind } from '#shared/alert-kinds.ts'
import { isSampleSent, markTold, newMessageId } from '#server/modules/alerts/notices.service.ts'
import { isQuiet } from '#server/modules/alerts/quiet-hours.rules.ts'
import * as wishes from '#server/modules/alerts/notification-settings.service.ts'
import { isTimeZone, minuteOf, readSpan, timeOf } from '#server/modules/alerts/typed-times.rules.ts'
import { findAddressee } from '#server/modules/operators/operators.queries.ts'
import { maskAddress, openAddress } from '#server/modules/operators/operators.service.ts'
import type { AlertNotice } from '#server/modules/outbox/alert-notice.ts'
import { done, refuse, type Act, type Acting, type Read } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { outsideFault } from '#server/platform/outside-address.ts'
import { notifyAddress } from '#server/workflows/operators/notify-operators.ts'
import { alertWebhookBody } from '#server/modules/outbox/alert-webhook-body.ts'
import { scheduleWebhooks } from './send-pending-notices.ts'
import { kindsFor } from './who-is-notified.ts'
import { sentence } from '#text/sentence.ts'

/** Notification settings of an operator. Shows only the webhook's host, because its path may contain a secret. */
async function show(db: Queryable, { id, role }: Acting, { secretKey }: Config) {
  const [own, addressee] = await Promise.all([wishes.findWishes(db, id), findAddressee(db, id)])
  const keyring = createKeyring(secretKey)
  const readable = kindsFor(role)
  const email = openAddress(keyring, { id, sealedEmail: addressee?.sealedEmail ?? null })
  const { sealedWebhook, quiet, digestAt } = own
  return {
    kinds: alertKinds
      .filter((kind) => readable.includes(kind))
      .map((kind) => ({
        kind,
        urgent: alertTable[kind].urgent === true,
        mail: own.mail.includes(kind),
        webhook: own.webhook.includes(kind),
      })),
    mail: email && maskAddress(email),
    webhook: sealedWebhook ? new URL(wishes.openReceiver(keyring, id, sealedWebhook).url).host : null,
    timeZone: own.timeZone,
    quiet: quiet && `${timeOf(quiet.from)}-${timeOf(quiet.until)}`,
    digest: digestAt === null ? null : timeOf(digestAt),
    urgent: own.urgentThrough ? ('at-once' as const) : ('waits' as const),
    delivered: own.deliveredAt,
    failingSince: own.failingSince,
    error: own.error,
  }
}

export const showNotifications: Read<'notifications.show'> = async (database, _input, operator, { config }) => ({
  ok: true,
  value: await database.transaction((tx) => show(tx, operator, config)),
})

export const setNotifications: Act<'notifications.set'> = async (tx, input, operator, { config }) => {
  // Locking the operator's row serializes concurrent saves of the settings.
  await findAddressee(tx, operator.id)
  const { id } = operator
  const before = await wishes.findWishes(tx, id)
  const {
    timeZone = before.timeZone,
    quiet,
    digest,
    urgent,
    webhookAddress,
    removeWebhook = false,
    newSecret = false,
  } = input
  if (!isTimeZone(timeZone))
    return refuse(
      'InvalidInput',
      sentence('field.wrong', {
        field: { field: 'timeZone' },
        must: sentence('must.timeZone', { example: 'Europe/Berlin' }),
      }),
    )
  const span = quiet === undefined || quiet === 'none' ? null : readSpan(quiet)
  if (quiet !== undefined && quiet !== 'none' && !span) return refuse('InvalidInput', 'notify.badQuiet')
  const digestAt = digest === undefined ? before.digestAt : digest === 'none' ? null : minuteOf(digest)
  if (digestAt === undefined) return refuse('InvalidInput', 'notify.badDigest')
  const quietHours = quiet === undefined ? before.quiet : span
  if (digestAt !== null && isQuietAt(quietHours, digestAt)) return refuse('InvalidInput', 'notify.digestInQuiet')
  if (removeWebhook && (webhookAddress !== undefined || newSecret))
    return refuse(
      'InvalidInput',
      sentence('field.giveEither', { first: { field: 'webhookAddress' }, second: { field: 'removeWebhook' } }),
    )
  const fault = webhookAddress === undefined ? null : outsideFault(webhookAddress, config.environment)
  if (fault !== null) return refuse('InvalidInput', `webhook.${fault}`)
  if (newSecret && webhookAddress === undefined && !before.sealedWebhook)
    return refuse('NotPossible', 'notify.noWebhook')

  const keyring = createKeyring(config.secretKey)
  const known = before.sealedWebhook && wishes.openReceiver(keyring, id, before.sealedWebhook)
  const isOther = webhookAddress !== undefined && webhookAddress !== known?.url
  const secret = isOther || newSecret ? wishes.makeSecret() : null
  const url = webhookAddress ?? known?.url
  const sealedWebhook = removeWebhook
    ? null
    : secret !== null && url !== undefined
      ? wishes.sealReceiver(keyring, id, { url, secret })
      : before.sealedWebhook
  const after = {
    ...before,
    timeZone,
    quiet: quietHours,
    digestAt,
    sealedWebhook,
    mail: kindsOf(input.mail, before.mail),
    webhook: kindsOf(input.webhook, before.webhook),
    urgentThrough: urgent === undefined ? before.urgentThrough : urgent === 'at-once',
  }
  if (isDeepStrictEqual(after, before)) return refuse('NotPossible', 'form.unchanged')
  await wishes.saveWishes(tx, id, after, isOther || removeWebhook)
  const isLess = isToldLess(before, after)
  if (isLess) await tellOwner(tx, operator, config)
  const shown = await show(tx, operator, config)
  return done(
    { ...shown, webhookSecret: secret },
    `notifications of ${operator.name}`,
    {
      mail: after.mail,
      webhook: after.webhook,
      host: shown.webhook,
      quiet: shown.quiet,
      digest: shown.digest,
      timeZone,
    },
    // Requires a second factor, because a stolen session could otherwise turn off the warnings about itself.
    isOther || removeWebhook || newSecret || isLess ? { needs: { role: 'viewer', stepUp: 'money' } } : {},
  )
}

function isToldLess(before: wishes.NotificationWishes, after: wishes.NotificationWishes): boolean {
  const isLeftOut = (channel: 'mail' | 'webhook') => before[channel].some((kind) => !after[channel].includes(kind))
  const timesOf = ({ quiet, digestAt, timeZone, urgentThrough }: wishes.NotificationWishes) =>
    JSON.stringify([quiet, digestAt, timeZone, urgentThrough])
  return isLeftOut('mail') || isLeftOut('webhook') || (!after.urgentThrough && timesOf(before) !== timesOf(after))
}

async function tellOwner(tx: Transaction, { id, name }: Acting, config: Config): Promise<void> {
  const addressee = await findAddressee(tx, id)
  const to = openAddress(createKeyring(config.secretKey), { id, sealedEmail: addressee?.sealedEmail ?? null })
  if (addressee && to !== null)
    await notifyAddress(tx, config, { to, language: addressee.language }, { kind: 'told-less', name })
}

const isQuietAt = (quiet: { from: number; until: number } | null, minute: number): boolean =>
  isQuiet({ quiet, timeZone: 'UTC', digestAt: null, urgentThrough: false }, new Date(Date.UTC(2026, 0, 1, 0, minute)))

const kindsOf = (given: readonly string[] | undefined, before: readonly AlertKind[]): readonly AlertKind[] =>
  given === undefined ? before : alertKinds.filter((kind) => given.includes(kind))

export const testNotifications: Act<'notifications.test'> = async (tx, { channel }, operator, { config }) => {
  const { id } = operator
  const [own, addressee] = [await wishes.findWishes(tx, id), await findAddressee(tx, id)]
  const language = addressee?.language ?? 'en'
  const to = { operatorId: id, channel }
  const message = { id: newMessageId(), kinds: [] }
  // Limits the rate of test alerts, so that nobody can flood an email address with them.
  const isTooSoon = await isSampleSent(tx, id)
  if (channel === 'mail') {
    if (!config.mail) return refuse('NotPossible', 'mail.noServer')
    const sealedEmail = addressee?.sealedEmail ?? null
    const address = openAddress(createKeyring(config.secretKey), { id, sealedEmail })
    if (address === null) return refuse('NotPossible', 'notify.youHaveNoAddress')
    if (isTooSoon) return refuse('TooManyRequests', tooSoon)
    await notifyAddress(tx, config, { to: address, language }, sample)
    await markTold(tx, to, { ...message, body: null }, [])
  } else {
    if (!own.sealedWebhook) return refuse('NotPossible', 'notify.youHaveNoWebhook')
    if (isTooSoon) return refuse('TooManyRequests', tooSoon)
    await markTold(tx, to, { ...message, body: alertWebhookBody(sample, language, config.consoleOrigin) }, [])
    await scheduleWebhooks(tx, id)
  }
  return done({ channel }, `notifications of ${operator.name}`, { channel })
}

const tooSoon = sentence('notify.justSent')
const sample: AlertNotice = { kind: 'alerts', isDigest: false, isTest: true, timeZone: 'UTC', groups: [] }
