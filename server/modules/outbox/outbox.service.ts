import { randomUUIDv7 } from 'node:crypto'
import type { Language } from '#shared/language.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import type { Template } from './code-and-security-texts.ts'
import type { OperatorNotice } from './operator-notices.ts'
import { isMailing, usefulUntil, type PersonMessage, type SecurityChange } from './customer-messages.rules.ts'
import * as repo from './outbox.repo.ts'

/**
 * Content of a message. `to`: email address or phone number in stored form. `code`: only for templates with a one-time
 * code.
 */
export type MessageContent = {
  readonly to: string
  readonly language: Language
  readonly code: string | null
  readonly link?: string
  /** Link that ends mails of this kind. */
  readonly stop?: string
  /** Security change that the message is about. The account page shows it if the message cannot be delivered. */
  readonly change?: { readonly userId: string; readonly what: SecurityChange; readonly at: string }
  readonly notice?: OperatorNotice
}
type Message = { readonly channel: repo.Channel; readonly template: Template; readonly usefulUntil: Date | null }

export const outboxPurpose = 'outbox'

export const sendMessageJob = 'send-message'

/**
 * Queues a message in the database transaction of its cause, so that it is sent only if the transaction commits.
 * Without `content` it does the same work but sends nothing, so that response times do not reveal whether an account
 * exists.
 */
export async function queueMessage(
  tx: Transaction,
  keyring: Keyring,
  message: Message,
  content: MessageContent | null,
): Promise<void> {
  const id = randomUUIDv7()
  const sealed = keyring.seal(outboxPurpose, JSON.stringify(content))
  await repo.insertMessage(tx, { id, ...message, sealed })
  await enqueueJob(tx, sendMessageJob, { messageId: id }, { uniqueKey: id, lane: 'messages' })
}

/**
 * Queues messages about an event in its database transaction. Each user gets one message per event, so repeats send
 * nothing. The email address and language are read when the message is sent.
 */
export async function notifyPeople(tx: Transaction, messages: readonly PersonMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => ({
    ...message,
    id: randomUUIDv7(),
    usefulUntil: usefulUntil(message, tx.now),
  }))
  await Promise.all([
    repo.insertForPeople(tx, rows),
    ...rows.map(({ id, template }) => enqueueSending(tx, id, template)),
  ])
}

/**
 * Queues a message about an event in its database transaction. Unlike `notifyPeople`, a repeat renews the notice while
 * the account area still shows it.
 */
export async function notifyAgain(tx: Transaction, message: PersonMessage): Promise<void> {
  const row = { ...message, id: randomUUIDv7(), usefulUntil: usefulUntil(message, tx.now) }
  await Promise.all([repo.insertOrRenew(tx, row), enqueueSending(tx, row.id, row.template)])
}

export type WaitingMessage = {
  readonly channel: repo.Channel
  readonly template: Template
  readonly tooLate: boolean
  /** Content of the message. Null if there is no recipient. */
  readonly content: MessageContent | null
}
export type WaitingForPerson = {
  readonly told: Pick<PersonMessage, 'userId' | 'template' | 'facts'>
  readonly tooLate: boolean
}

export async function findWaitingMessage(
  db: Queryable,
  keyring: Keyring,
  id: string,
): Promise<WaitingMessage | WaitingForPerson | null> {
  const row = await repo.findWaiting(db, id)
  if (!row) return null
  const { channel, template, tooLate, userId, facts } = row
  if (userId !== null) return { told: { userId, template, facts } as WaitingForPerson['told'], tooLate }
  if (!row.sealed) return null
  const content = JSON.parse(keyring.open(outboxPurpose, row.sealed)) as MessageContent | null
  return { channel, template: template as Template, tooLate, content }
}

/**
 * Queues background jobs for waiting messages that have none, so that an outage delays messages without losing them.
 */
export async function requeueForgotten(db: Queryable): Promise<void> {
  for (const { id, template } of await repo.listForgotten(db)) await enqueueSending(db, id, template)
}

/** Mass mails use a separate job queue, so that they do not delay single messages. */
const enqueueSending = (db: Queryable, id: string, template: string) =>
  enqueueJob(
    db,
    sendMessageJob,
    { messageId: id },
    { uniqueKey: id, lane: isMailing(template) ? 'mailings' : 'messages' },
  )
