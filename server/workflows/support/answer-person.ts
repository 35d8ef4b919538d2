import { randomUUID } from 'node:crypto'
import { hostsOf } from '#shared/link-hosts.ts'
import { findAddressee, type Addressee } from '#server/modules/accounts/accounts.queries.ts'
import { lockAccount, lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import { renderCustomerMail } from '#server/modules/outbox/customers/render-customer-mail.ts'
import { replyAddress } from '#server/modules/support/reply-address.ts'
import { hasPlaceholder } from '#server/modules/support/replies.rules.ts'
import {
  checkSupportText,
  isTakenFrom,
  readSupportText,
  readTags,
  takenUntil,
} from '#server/modules/support/support.rules.ts'
import {
  answerThread,
  closeOpenThread,
  findLastEntry,
  findOpenThread,
  openThread,
  reopenLastThread,
  tagOpenThread,
  takeOpenThread,
  type OpenThread,
} from '#server/modules/support/support.service.ts'
import { done, refuse, Refused, type Act, type Acting, type ActDeps } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { readMessageData } from '#server/workflows/accounts/messages/read-message-data.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { findNewHosts } from '#server/workflows/site/find-new-hosts.ts'
import { sentence } from '#text/sentence.ts'

async function refuseTaken(tx: Transaction, thread: OpenThread, operator: Acting): Promise<void> {
  if (!isTakenFrom(thread, operator.id, tx.now)) return
  const name = (await listOperators(tx)).find(({ id }) => id === thread.takenBy)?.name ?? sentence('operator.another')
  const until = thread.takenUntil?.toISOString().slice(11, 16) ?? ''
  throw new Refused('NotPossible', sentence('claim.takenBy', { operator: name, until }))
}

async function requireThread(tx: Transaction, user: string, operator: Acting) {
  const { id: userId, uid } = await requireUser(tx, user)
  const thread = await findOpenThread(tx, userId)
  if (!thread) throw new Refused('NotPossible', sentence('message.noneOpen', { uid }))
  await refuseTaken(tx, thread, operator)
  return { uid, thread }
}

export const takeThread: Act<'messages.take'> = async (tx, { user, leave = false }, operator) => {
  const { uid, thread } = await requireThread(tx, user, operator)
  if (leave && thread.takenBy === null) return refuse('NotPossible', 'claim.none')
  const until = leave ? null : takenUntil(tx.now)
  await takeOpenThread(tx, thread.id, until && { by: operator.id, until })
  return done({ uid, until }, `user ${uid}`, { thread: thread.id, until })
}

export const tagThread: Act<'messages.tag'> = async (tx, { user, tags: typed }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const tags = readTags(typed)
  if (tags === null) return refuse('InvalidInput', 'message.badTags')
  const thread = await findOpenThread(tx, userId)
  if (!thread) return refuse('NotPossible', sentence('message.noneOpen', { uid }))
  const before = thread.tags
  if (before.join(',') === tags.join(',')) return refuse('NotPossible', 'message.sameTags')
  await tagOpenThread(tx, thread.id, tags)
  return done({ uid, tags, before }, `user ${uid}`, { thread: thread.id, tags, before })
}

export const closeThread: Act<'messages.close'> = async (tx, { user }, operator) => {
  const { uid, thread } = await requireThread(tx, user, operator)
  const unanswered = thread.waitsFor !== null
  await closeOpenThread(tx, thread.id)
  return done({ uid, unanswered }, `user ${uid}`, { thread: thread.id, unanswered })
}

export const reopenThread: Act<'messages.reopen'> = async (tx, { user }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  await lockAccount(tx, userId)
  const thread = await reopenLastThread(tx, userId)
  if (!thread) return refuse('NotPossible', sentence('message.noneClosed', { uid }))
  const unanswered = thread.waitsFor !== null
  return done({ uid, unanswered }, `user ${uid}`, { thread: thread.id, unanswered })
}

export const answerPerson: Act<'messages.answer'> = async (
  tx,
  { user, text: typed, last, close = false },
  operator,
  deps,
) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const text = readSupportText(typed)
  if (checkSupportText(text) !== null) return refuse('InvalidInput', 'message.badLength')
  if (hasPlaceholder(text)) return refuse('InvalidInput', 'message.placeholderLeft')
  await lockAccountShared(tx, userId)
  const addressee = await findAddressee(tx, userId)
  if (!addressee || addressee.isErased) return refuse('NotPossible', sentence('user.hasDeleted', { uid }))
  const thread = await openThread(tx, userId)
  await refuseTaken(tx, thread, operator)
  const newest = await findLastEntry(tx, userId)
  if (last !== undefined && newest !== null && newest.id > last)
    return refuse('NotPossible', await whatIsNewer(tx, uid, newest.operatorId))
  const keyring = createKeyring(deps.config.secretKey)
  const press = { userId, text, operatorId: operator.id, key: randomUUID() }
  const entry = await answerThread(tx, keyring, thread.id, press)
  if (close) await closeOpenThread(tx, thread.id)
  const told: Told = { userId, event: `support:${entry}`, template: 'support-answer', facts: { entryId: entry } }
  await notifyPeople(tx, [told])
  const mail = await writeMail(tx, deps, addressee, told)
  const details = { thread: thread.id, entry, characters: [...text].length, byMail: mail !== null, closes: close }
  const reaches = await leadsElsewhere(tx, deps, text, addressee)
  return done({ uid, mail, closes: close, entry }, `user ${uid}`, details, { reaches })
}

async function whatIsNewer(tx: Transaction, uid: number, operatorId: string | null) {
  if (operatorId === null) return sentence('message.newerExists', { uid })
  const name = (await listOperators(tx)).find(({ id }) => id === operatorId)?.name ?? sentence('operator.another')
  return sentence('message.answeredMeanwhile', { uid, operator: name })
}

/**
 * True if an answer links to a host that appears nowhere in public and is neither the person's mail domain nor the
 * shop's support domain.
 */
async function leadsElsewhere(
  tx: Transaction,
  { config }: ActDeps,
  text: string,
  { email }: Addressee,
): Promise<boolean> {
  const own = hostsOf([email, config.supportMail?.address])
  return (await findNewHosts(tx, config, [text])).some((host) => !own.includes(host))
}

type Told = Extract<PersonMessage, { template: 'support-answer' }>

async function writeMail(tx: Transaction, { config }: ActDeps, addressee: Addressee, told: Told) {
  const { email, language } = addressee
  if (email === null || config.mail === null) return null
  const { publicOrigin } = config
  const settings = await readSettings(tx)
  const keyring = createKeyring(config.secretKey)
  const { supportMail } = config
  const digest = createKeyedDigest(config.secretKey)
  const replyAddressOf = supportMail && ((id: string) => replyAddress(digest, supportMail.address, id))
  const known = await readMessageData(tx, {
    settings,
    addressee,
    told,
    publicOrigin,
    keyring,
    readsAnswer: true,
    replyAddressOf,
  })
  const sender = { brand: settings.brand, look: settings.look, publicOrigin }
  const { subject, text } = renderCustomerMail(told, known, language, sender, null)
  return { to: email, subject, text }
}
