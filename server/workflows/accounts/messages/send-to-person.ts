import { findChange } from '#server/modules/account-changes/account-changes.queries.ts'
import { findAddressee, type Addressee } from '#server/modules/accounts/accounts.queries.ts'
import { findBlockTime } from '#server/modules/accounts/blocks.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findMailing } from '#server/modules/mailings/mailings.queries.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import type { Outcome } from '#server/modules/outbox/outbox.queries.ts'
import type { WaitingForPerson } from '#server/modules/outbox/outbox.service.ts'
import { isNews, isOnlyInAccount, isReminder, staysInAccount } from '#server/modules/outbox/customer-messages.rules.ts'
import { renderWritten } from '#server/modules/outbox/customers/render-customer-mail.ts'
import { slugOfMessage, writeInWords } from '#server/modules/outbox/operator-texts/write-mail.ts'
import { replyAddress } from '#server/modules/support/reply-address.ts'
import { DeliveryRefused } from '#server/platform/delivery.ts'
import { readMessageData } from './read-message-data.ts'
import { readWordings } from './read-wordings.ts'
import type { MessageDeps } from './message-deps.ts'
import { stopAddress } from './stop-address.ts'

/**
 * Sends a message to a user by mail. Without a deliverable email address, or if the message is only for the account
 * area, the account area shows it instead, except for news. Drops reminders and news that the user declined or that are
 * too late, and messages that are no longer true.
 */
export async function sendToPerson(
  deps: MessageDeps,
  id: string,
  { told, tooLate }: WaitingForPerson,
): Promise<Outcome> {
  const { database, sendMail } = deps
  const addressee = await findAddressee(database, told.userId)
  if (!addressee || addressee.isErased) return 'nothing'
  if (isReminder(told.template) && !addressee.wantsReminders) return 'stopped'
  if (isNews(told.template) && !addressee.wantsNews) return 'stopped'
  if (!(await isStillTrue(deps, told))) return 'expired'
  if (isOnlyInAccount(told.template)) return 'notice'
  if (tooLate) return isReminder(told.template) || isNews(told.template) ? 'expired' : 'notice'
  if (isNews(told.template) && (addressee.email === null || !sendMail)) return 'nothing'
  if (addressee.email === null || !sendMail) return 'notice'
  try {
    await sendMail({ id, ...(await writeMail(deps, addressee, told)) })
    return staysInAccount(told.template) ? 'notice' : 'sent'
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) throw error
    if (isNews(told.template)) return 'refused'
    deps.log.warn({ message: id, channel: 'mail', reason: error.message }, 'message refused, shown in the account area')
    return 'notice'
  }
}

async function writeMail(deps: MessageDeps, addressee: Addressee, told: WaitingForPerson['told']) {
  const { database, keyring, publicOrigin } = deps
  const { language, email } = addressee
  const settings = await readSettings(database)
  const known = await readMessageData(database, {
    settings,
    addressee,
    told,
    publicOrigin,
    keyring,
    readsAnswer: true,
    replyAddressOf:
      deps.supportAddress === null ? null : (id) => replyAddress(deps.digest, deps.supportAddress ?? '', id),
  })
  const slug = slugOfMessage(told, known, { language })
  const wording = (await readWordings(database, [slug], language)).get(slug)
  const text = writeInWords(told, known, { brand: settings.brand, language }, wording)
  const stopUrl =
    isReminder(told.template) || isNews(told.template)
      ? stopAddress(keyring, publicOrigin, told.userId, language, isNews(told.template) ? 'news' : 'reminders')
      : null
  return {
    to: email ?? '',
    fromName: settings.brand[language],
    stopUrl,
    replyTo: known.replyTo,
    ...renderWritten(
      told.template,
      text,
      language,
      { brand: settings.brand, look: settings.look, publicOrigin },
      stopUrl,
    ),
  }
}

async function isStillTrue({ database }: MessageDeps, { userId, template, facts }: WaitingForPerson['told']) {
  if (template === 'change-asked')
    return (await findChange(database, (facts as { changeId: string }).changeId))?.state === 'waiting'
  if (template === 'account-blocked' || template === 'account-unblocked')
    return ((await findBlockTime(database, userId)) !== null) === (template === 'account-blocked')
  if (template === 'mailing' || template === 'legal-changed') {
    const mailing = await findMailing(database, (facts as { mailingId: string }).mailingId)
    return mailing !== undefined && mailing.state !== 'stopped'
  }
  if (template !== 'expiry-7' && template !== 'expiry-1' && template !== 'expired') return true
  const ends = (await findMembership(database, userId))?.expiresAt
  return ends?.getTime() === new Date((facts as { endsAt: string }).endsAt).getTime()
}
