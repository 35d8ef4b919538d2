import { createHash } from 'node:crypto'
import type { Language } from '#shared/language.ts'
import { maxImageBytes, maxSupportImages, maxSupportText } from '#shared/support-limits.ts'
import { AppError } from '#shared/errors.ts'
import { findAddressee } from '#server/modules/accounts/accounts.queries.ts'
import { lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { Slot } from '#server/modules/limits/limits.rules.ts'
import { countTries, returnSlots } from '#server/modules/limits/limits.service.ts'
import { checkImage } from '#server/platform/images/image-kind.rules.ts'
import { keepSent } from '#server/modules/support/images.service.ts'
import { bytesOf, readMailParts, type MailParts } from '#server/modules/support/mail-parts.rules.ts'
import { isDmarcPassed } from '#server/modules/support/mail-proof.rules.ts'
import { isFromMachine, plainOf, withoutQuoted } from '#server/modules/support/mail-text.rules.ts'
import { threadOfAddress } from '#server/modules/support/reply-address.ts'
import { readSupportText } from '#server/modules/support/support.rules.ts'
import { findThreadOwner, findWritten, writeAsCustomer } from '#server/modules/support/support.service.ts'
import type { Database } from '#server/platform/database.ts'
import { reencodeImage, type ReencodedImage } from '#server/platform/images/reencode-image.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { normalizeEmail } from '#shared/account-rules.ts'
import { countFailedImage } from './support-images.ts'

export type SupportMailDeps = {
  readonly database: Database
  readonly digest: KeyedDigest
  readonly keyring: Keyring
  readonly address: string
  /** Name of the operator's mail server in Authentication-Results headers; null if none is trusted. */
  readonly authServer: string | null
}
type MailOutcome = 'written' | 'twice' | 'of a machine' | 'to no thread' | 'empty' | 'too many' | 'not taken'

/** Maximum bytes of a mail that are searched for text, because parsing HTML may take quadratic time. */
const maxLooked = 32_000
const underWay = new Set<string>()
const mailRules = ['support-mail-hour', 'support-mail-day'] as const
const imageRules = ['support-image-hour', 'support-image-day'] as const
const slotsOf = (rules: readonly Slot['rule'][], subject: string): Slot[] => rules.map((rule) => ({ rule, subject }))
const recipients = new Set(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

/**
 * Adds a mail reply to the support thread to which the mail was addressed. Marks it as unproven unless the operator's
 * mail server confirms that the account's own email address sent it, because From can be forged. Never replies by mail.
 * Throws `Unavailable`, without storing or counting, if the mail must be delivered again.
 */
export async function receiveSupportMail(deps: SupportMailDeps, raw: Buffer): Promise<MailOutcome> {
  const { database, digest, keyring, address, authServer } = deps
  if (!(await readSettings(database)).supportInbox) return 'not taken'
  const { default: PostalMime, addressParser } = await import('postal-mime')
  const read = (part: Buffer) =>
    PostalMime.parse(part, { maxNestingDepth: 20, maxHeadersSize: 64 * 1024 }).catch(() => null)
  const mail = await read(headOf(raw))
  if (!mail) return 'empty'
  const from = mail.from?.address ?? ''
  if (isFromMachine(mail.headers, from)) return 'of a machine'
  const threadId = mail.headers
    .filter(({ key }) => recipients.has(key.toLowerCase()))
    .flatMap(({ value }) => value.slice(0, 4_000).match(/(?<![^\s<>,;:"()])[^\s<>,;:"()@]+@[^\s<>,;:"()@]+/g) ?? [])
    .map((each) => threadOfAddress(digest, address, each))
    .find((each) => each !== null)
  const userId = threadId === undefined ? null : await findThreadOwner(database, threadId)
  if (userId === null) return 'to no thread'
  const addressee = await findAddressee(database, userId)
  if (!addressee || addressee.isErased) return 'to no thread'
  const key = createHash('sha256')
    .update(mail.messageId ?? raw)
    .digest('base64url')
  const senders = mail.headers
    .filter(({ key: name }) => name === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
  const isProven =
    addressee.email !== null &&
    senders.length === 1 &&
    normalizeEmail(from) === addressee.email &&
    isDmarcPassed(mail.headers, authServer, from.slice(from.lastIndexOf('@') + 1))
  const mine = `${userId} ${key}`
  // Rejects a mail that is still being handled, because a mail server may retry after a timeout.
  if (underWay.has(mine)) throw new AppError('Unavailable')
  underWay.add(mine)
  try {
    if ((await findWritten(database, userId, key)) !== null) return 'twice'
    const mayWrite = await isAdmitted(database, digest, slotsOf(mailRules, userId))
    if (!mayWrite) return 'too many'
    // Re-encodes images last, because that costs the most.
    const parts = readMailParts(raw.toString('latin1'), maxLooked)
    const { images, left } = await readImages(deps, userId, parts)
    const text = textOf(await wordsOf(raw, parts.words, read), left, addressee.language)
    if (text === '' && images.length === 0) return 'empty'
    return await database.transaction(async (tx) => {
      await lockAccount(tx, userId)
      const via = isProven ? 'mail' : 'mail_unproven'
      const { id: entryId, isNew } = await writeAsCustomer(tx, keyring, { userId, text, key, via })
      if (isNew) await keepSent(tx, keyring, { userId, entryId }, images)
      return isNew ? 'written' : 'twice'
    })
  } finally {
    underWay.delete(mine)
  }
}

function headOf(raw: Buffer): Buffer {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => raw.indexOf(end)).filter((at) => at !== -1)
  return raw.subarray(0, Math.min(raw.length, ...ends.map((at) => at + 4)))
}

async function isAdmitted(database: Database, digest: KeyedDigest, slots: readonly Slot[]): Promise<boolean> {
  try {
    await countTries(database, digest, slots)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 'TooManyRequests') return false
    throw error
  }
}

async function readImages({ database, digest }: SupportMailDeps, userId: string, { files, more }: MailParts) {
  const images: ReencodedImage[] = []
  const slots = slotsOf(imageRules, userId)
  let tries = 0
  for (const file of files) {
    if (tries === maxSupportImages) break
    const bytes = bytesOf(file, maxImageBytes)
    if (bytes === null || checkImage(bytes) !== null) continue
    tries += 1
    if (!(await isAdmitted(database, digest, slots))) break
    const made = await reencodeImage(bytes, userId)
    if (made === null) {
      // Gives back what the mail counted against the rate limits, because it will be delivered again.
      for (let taken = 0; taken < tries; taken++) await returnSlots(database, digest, slots)
      await returnSlots(database, digest, slotsOf(mailRules, userId))
      throw new AppError('Unavailable')
    }
    if (made.ok) images.push(made.image)
    else await countFailedImage(database, digest, slots)
  }
  return { images, left: files.length + more - images.length }
}

type Body = { readonly text?: string | undefined; readonly html?: string | undefined }

/**
 * Text of a mail without quotes. Reads the beginning of the mail, and if it has no text the first text part, because an
 * image may come before it.
 */
async function wordsOf(
  raw: Buffer,
  first: string | null,
  read: (part: Buffer) => Promise<Body | null>,
): Promise<string> {
  const own = (body: Body | null): string => {
    const plain = body?.text ?? ''
    return readSupportText(withoutQuoted(plain.trim() === '' ? plainOf(body?.html ?? '') : plain))
  }
  const near = own(await read(raw.subarray(0, maxLooked)))
  return near !== '' || first === null ? near : own(await read(Buffer.from(first, 'latin1')))
}

function textOf(own: string, left: number, language: Language): string {
  const note = left === 0 ? '' : notes[language](left)
  const signs = [...own]
  const fits = maxSupportText - [...note].length - 2
  const cut = signs.length > fits ? `${signs.slice(0, fits - 1).join('')}…` : own
  return [cut, note].filter((part) => part !== '').join('\n\n')
}

const notes: Readonly<Record<Language, (left: number) => string>> = {
  en: (left) =>
    `[${left} ${left === 1 ? 'attachment was' : 'attachments were'} not kept: pictures alone are, up to ${maxSupportImages} with a mail (PNG, JPEG or WebP).]`,
  'zh-CN': (left) => `[${left} 个附件未保留：每封邮件最多保留 ${maxSupportImages} 张图片（PNG、JPEG 或 WebP）。]`,
}
