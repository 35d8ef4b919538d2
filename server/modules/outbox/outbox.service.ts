import { randomUUIDv7 } from 'node:crypto'
import type { Language } from '#shared/language.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import type { Template } from './message-texts.ts'
import type { OperatorNotice } from './operator-notices.ts'
import { isMailing, usefulUntil, type PersonMessage } from './people-messages.rules.ts'
import * as repo from './outbox.repo.ts'

/** `to`: an address in its stored form. `code`: for templates that carry one. */
export type MessageContent = {
  readonly to: string
  readonly language: Language
  readonly code: string | null
  /** Of templates whose link is one person’s. */
  readonly link?: string
  /** Of the template for operators. */
  readonly notice?: OperatorNotice
}
export type Message = { readonly channel: repo.Channel; readonly template: Template; readonly usefulUntil: Date | null }

export const outboxPurpose = 'outbox'

export const sendMessageJob = 'send-message'

/**
 * Puts a message into the outbox in the transaction of its cause: it goes out if and only if that commits. Without a
 * content everything is the same, and nothing goes out.
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
 * Tells people what happened, in the transaction in which it does. Each event is told to each person once, no matter who brings it
 * again: the database holds that. Where the mail goes and in which language is looked up when it leaves.
 */
export async function tellPeople(tx: Transaction, messages: readonly PersonMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => ({
    ...message,
    id: randomUUIDv7(),
    usefulUntil: usefulUntil(message, tx.now),
  }))
  await Promise.all([
    repo.insertForPeople(tx, rows),
    // The job of a message that was told before finds nothing to send.
    ...rows.map(({ id, template }) => enqueueSending(tx, id, template)),
  ])
}

export type WaitingMessage = {
  readonly channel: repo.Channel
  readonly template: Template
  /** Its code is no longer valid, or it has waited for days: not worth sending. */
  readonly tooLate: boolean
  /** Null: there is no one to send it to. */
  readonly content: MessageContent | null
}
export type WaitingForPerson = {
  readonly told: Pick<PersonMessage, 'userId' | 'template' | 'facts'>
  readonly tooLate: boolean
}

/** A message that has not left yet, unsealed; null if it has. */
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
  const content = tooLate ? null : (JSON.parse(keyring.open(outboxPurpose, row.sealed)) as MessageContent | null)
  return { channel, template: template as Template, tooLate, content }
}

/** Gives every message that waits without a job a job again: an outage of any length delays, and loses nothing. */
export async function requeueForgotten(db: Queryable): Promise<void> {
  for (const { id, template } of await repo.listForgotten(db)) await enqueueSending(db, id, template)
}

/** What goes to many keeps nothing waiting that goes to one. */
const enqueueSending = (db: Queryable, id: string, template: string) =>
  enqueueJob(
    db,
    sendMessageJob,
    { messageId: id },
    { uniqueKey: id, lane: isMailing(template) ? 'mailings' : 'messages' },
  )
