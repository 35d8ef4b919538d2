import { recordOutcome } from '#server/modules/mailings/mailings.queries.ts'
import { isMailing } from '#server/modules/outbox/customer-messages.rules.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import {
  findWaitingMessage,
  notifyPeople,
  type MessageContent,
  type WaitingForPerson,
  type WaitingMessage,
} from '#server/modules/outbox/outbox.service.ts'
import { finishMessage, type Outcome } from '#server/modules/outbox/outbox.queries.ts'
import { renderMail, renderSms, type SenderOfMail } from '#server/modules/outbox/render-message.ts'
import type { Language } from '#shared/language.ts'
import type { AccountTemplate } from '#server/modules/outbox/code-and-security-texts.ts'
import { accountSlug } from '#server/modules/outbox/operator-texts/mail-values.ts'
import type { Wording } from '#server/modules/outbox/operator-texts/wording.ts'
import { accountWording } from '#server/modules/outbox/operator-texts/write-mail.ts'
import { notifyInAccount } from './notify-owner.ts'
import { readWordings } from './read-wordings.ts'
import type { MessageDeps } from './message-deps.ts'
import { sendToPerson } from './send-to-person.ts'
import { DeliveryRefused } from '#server/platform/delivery.ts'
import type { Job } from '#server/platform/jobs.ts'

/**
 * Sends a message by mail or SMS. If the server is down, the job fails and is retried; a permanent rejection ends the
 * message. After a crash the message may be sent twice, with the same id.
 */
export async function sendMessage(deps: MessageDeps, job: Job): Promise<void> {
  const id = String(job.payload.messageId)
  const message = await findWaitingMessage(deps.database, deps.keyring, id)
  if (!message) return
  const outcome = 'told' in message ? await sendToPerson(deps, id, message) : await deliver(deps, id, message)
  const change = 'told' in message ? undefined : message.content?.change
  await deps.database.transaction(
    async (tx) => {
      await Promise.all([
        finishMessage(tx, id, outcome),
        'told' in message && isMailing(message.told.template) && recordSent(tx, message.told, outcome),
        job.completeIn(tx),
      ])
      if (outcome !== 'sent' && change && 'channel' in message && message.channel === 'mail')
        await notifyPeople(tx, [notifyInAccount(change, id)])
    },
    { early: true },
  )
}

const recordSent = (tx: Transaction, { userId, facts }: WaitingForPerson['told'], outcome: Outcome) =>
  recordOutcome(
    tx,
    (facts as { mailingId: string }).mailingId,
    userId,
    outcome === 'sent' ? 'sent' : outcome === 'refused' || outcome === 'notice' ? 'failed' : 'skipped',
  )

async function deliver(deps: MessageDeps, id: string, message: WaitingMessage): Promise<Outcome> {
  if (message.tooLate) return 'expired'
  if (!message.content) return 'nothing'
  try {
    const { brand, look } = await readSettings(deps.database)
    const { publicOrigin, consoleOrigin } = deps
    await sendContent(deps, id, message, message.content, { brand, look, publicOrigin, consoleOrigin })
    return 'sent'
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) throw error
    deps.log.warn({ message: id, channel: message.channel, reason: error.message }, 'message refused')
    return 'refused'
  }
}

async function sendContent(
  deps: MessageDeps,
  id: string,
  { channel, template }: WaitingMessage,
  content: MessageContent,
  sender: SenderOfMail,
) {
  const { language, code, link, stop, notice } = content
  if (channel === 'sms') {
    if (template === 'operator-notice') throw new DeliveryRefused('operators are told by mail')
    if (!deps.sendSms) throw new DeliveryRefused('no SMS provider is configured')
    return deps.sendSms({ id, to: content.to, text: renderSms({ template, language, code, link }, sender), code })
  }
  if (!deps.sendMail) throw new DeliveryRefused('no mail server is configured')
  const wording = template === 'operator-notice' ? null : await readAccountWording(deps, template, language, sender)
  return deps.sendMail({
    id,
    to: content.to,
    fromName: sender.brand[language],
    ...renderMail({ template, language, code, link, stop, notice, wording }, sender),
  })
}

async function readAccountWording(
  { database }: MessageDeps,
  template: AccountTemplate,
  language: Language,
  { brand }: SenderOfMail,
): Promise<Wording | null> {
  const slug = accountSlug(template)
  const wordings = await readWordings(database, [slug], language)
  return accountWording(template, brand[language], wordings.get(slug))
}
