import { randomUUIDv7 } from 'node:crypto'
import { normalizeEmail } from '#shared/account-rules.ts'
import { monthAfter, monthEnd } from '#shared/month-zones.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import * as mail from '#server/modules/exports/accountant-mail.queries.ts'
import { confirmDays, findDueMonth, monthBeforeFirst } from '#server/modules/exports/accountant-mail.rules.ts'
import { listAddressees, listOperators } from '#server/modules/operators/operators.queries.ts'
import { maskAddress, openAddress } from '#server/modules/operators/operators.service.ts'
import { queueMessage, type MessageContent } from '#server/modules/outbox/outbox.service.ts'
import { done, refuse, type Act, type Read } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import { sentence } from '#text/sentence.ts'

type Deps = { readonly database: Database; readonly config: Pick<Config, 'mail' | 'publicOrigin' | 'secretKey'> }

const subject = 'accountant mail'
/** Prefix of tokens in links that end this mail, so that the page knows which mail a link ends. */
export const accountantMark = 'accountant-'
const purposes = { confirm: 'confirm accountant mail', stop: 'stop accountant mail' } as const

const linkOf = (
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
  keyring: Keyring,
  { id, language }: Pick<mail.AccountantMail, 'id' | 'language'>,
  what: keyof typeof purposes,
): string =>
  `${publicOrigin}/${language}/mails/${what}/${accountantMark}${keyring.seal(purposes[what], id).toString('base64url')}`

function idIn(keyring: Keyring, token: string, what: keyof typeof purposes): string | null {
  if (!token.startsWith(accountantMark) || !/^[\w-]{20,300}$/.test(token)) return null
  try {
    return keyring.open(purposes[what], Buffer.from(token.slice(accountantMark.length), 'base64url'))
  } catch {
    return null
  }
}

const send = (tx: Transaction, keyring: Keyring, content: Omit<MessageContent, 'code'>): Promise<void> =>
  queueMessage(
    tx,
    keyring,
    { channel: 'mail', template: 'operator-notice', usefulUntil: null },
    { ...content, code: null },
  )

/** Address of the accountant's mail, masked, with its state and the next month. */
export const showAccountantMail: Read<'exports.show-mail'> = async (database, _input, _operator, { config }) => {
  const row = await mail.findAccountantMail(database)
  if (!row)
    return { ok: true, value: { address: null, language: null, state: 'none', by: null, sent: null, next: null } }
  const { id, sealedAddress, language, setBy, confirmedAt, sentMonth } = row
  const [{ monthZones }, operators] = await Promise.all([readSettings(database), listOperators(database)])
  const address = maskAddress(createKeyring(config.secretKey).open(mail.addressPurpose(id), sealedAddress))
  const state = confirmedAt === null ? 'unconfirmed' : 'confirmed'
  const by = operators.find((each) => each.id === setBy)?.name ?? null
  const next = sentMonth === null ? null : monthEnd(monthZones, monthAfter(sentMonth))
  return { ok: true, value: { address, language, state, by, sent: sentMonth, next } }
}

/** Saves the address and sends it a link that confirms it. Nothing else is mailed before. */
export const setAccountantMail: Act<'exports.set-mail'> = async (
  tx,
  { email: typed, language, reason },
  operator,
  { config },
) => {
  if (!config.mail) return refuse('NotPossible', 'mail.noServer')
  const email = normalizeEmail(typed)
  if (email === null)
    return refuse('InvalidInput', sentence('field.wrong', { field: { field: 'email' }, must: sentence('must.email') }))
  const keyring = createKeyring(config.secretKey)
  const before = await mail.lockAccountantMail(tx)
  const isSame =
    before?.language === language && keyring.open(mail.addressPurpose(before.id), before.sealedAddress) === email
  if (isSame && before.confirmedAt !== null) return refuse('NotPossible', 'form.unchanged')
  if (before) await mail.deleteAccountantMail(tx, before.id)
  const id = randomUUIDv7()
  const sealedAddress = keyring.seal(mail.addressPurpose(id), email)
  const saved = await mail.insertAccountantMail(tx, { id, sealedAddress, language, by: operator.id })
  if (saved === 0) return refuse('NotPossible', 'form.editedMeanwhile')
  await send(tx, keyring, {
    to: email,
    language,
    link: linkOf(config, keyring, { id, language }, 'confirm'),
    notice: { kind: 'accountant-confirm', by: operator.name, days: confirmDays },
  })
  const output = { address: maskAddress(email), language, days: confirmDays }
  return done(output, subject, { address: maskAddress(email), language, reason })
}

export const endAccountantMail: Act<'exports.end-mail'> = async (tx, { reason }, _operator, { config }) => {
  const row = await mail.lockAccountantMail(tx)
  if (!row) return refuse('NotFound', 'export.noMail')
  const address = maskAddress(createKeyring(config.secretKey).open(mail.addressPurpose(row.id), row.sealedAddress))
  await mail.deleteAccountantMail(tx, row.id)
  return done({ address }, subject, { address, reason })
}

/** Confirms the address behind a link. False if the link is over or belongs to an earlier address. */
export async function confirmAccountantMail({ database, config }: Deps, token: string): Promise<boolean> {
  // A forged link is refused without a query, because anyone can send many.
  const id = idIn(createKeyring(config.secretKey), token, 'confirm')
  if (id === null) return false
  return database.transaction(async (tx) => {
    const { monthZones } = await readSettings(tx)
    const confirmed = await mail.confirmAccountantMail(tx, id, monthBeforeFirst(monthZones, tx.now), confirmDays)
    if (confirmed === 0) {
      const row = await mail.findAccountantMail(tx)
      return row?.id === id && row.confirmedAt !== null
    }
    await recordAction(tx, { operator: 'system', action: 'exports.mail-confirmed', subject, details: {} })
    return true
  })
}

/** Ends the mail by the link in it, and tells the owners. False if it has ended already. */
export async function stopAccountantMail({ database, config }: Deps, token: string): Promise<boolean> {
  const keyring = createKeyring(config.secretKey)
  const id = idIn(keyring, token, 'stop')
  if (id === null) return false
  return database.transaction(async (tx) => {
    if ((await mail.deleteAccountantMail(tx, id)) === 0) return false
    await recordAction(tx, { operator: 'system', action: 'exports.mail-stopped', subject, details: {} })
    await tellOwners(tx, keyring)
    return true
  })
}

async function tellOwners(tx: Transaction, keyring: Keyring): Promise<void> {
  for (const addressee of await listAddressees(tx)) {
    const to = addressee.role === 'owner' ? openAddress(keyring, addressee) : null
    if (to !== null)
      await send(tx, keyring, { to, language: addressee.language, notice: { kind: 'accountant-stopped' } })
  }
}

/**
 * Mails the link to the list of the last month that has ended. The month is marked in the transaction that queues the
 * mail, so a repeated run sends nothing.
 */
export const mailDueMonth = ({ database, config }: Deps): Promise<void> =>
  database.transaction(async (tx) => {
    if (!config.mail) return
    const row = await mail.lockAccountantMail(tx)
    if (!row || row.sentMonth === null) return
    const { monthZones } = await readSettings(tx)
    const month = findDueMonth(monthZones, tx.now, row.sentMonth)
    if (month === null) return
    const keyring = createKeyring(config.secretKey)
    await mail.setSentMonth(tx, row.id, month)
    await send(tx, keyring, {
      to: keyring.open(mail.addressPurpose(row.id), row.sealedAddress),
      language: row.language,
      stop: linkOf(config, keyring, row, 'stop'),
      notice: { kind: 'accountant-month', month },
    })
    await recordAction(tx, { operator: 'system', action: 'exports.mailed', subject, details: { month } })
  })
