import type { TSchema } from 'typebox'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import { inviteCodeLength } from '#shared/account-rules.ts'
import { findNamedWord, listIdentifiers } from '#server/modules/accounts/accounts.queries.ts'
import { findAffiliate, findGreetingName } from '#server/modules/affiliates/affiliates.queries.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { hasName, hasPersonalData, possibleNames } from '#server/modules/operators/person-words.rules.ts'
import { refuse, type Result } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { requireOrder, requireUser } from '#server/workflows/membership/name-subject.ts'
import { searchOrders } from '#server/workflows/membership/search-orders.ts'

type Input = Readonly<Record<string, unknown>>
type Field = TSchema & FieldNotes & { readonly enum?: unknown; readonly pattern?: string; readonly items?: Field }

/** The fields of an input that hold words of an operator: those that can be written in any way and belong to no list. */
const isWords = ({ holds, file, folder, date, enum: listed, pattern }: Field): boolean =>
  holds === undefined &&
  file === undefined &&
  folder === undefined &&
  date === undefined &&
  !listed &&
  pattern === undefined

/** Fields that hold personal data, and files, which can hold secrets. */
const isPrivate = ({ holds, file, folder }: Field): boolean =>
  holds === 'person' || file !== undefined || folder !== undefined

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/**
 * Replaces every name of a person or an order by its id, and refuses words that name a person, before an act runs. What is
 * stored of an input, in proposals, audit rows, jobs and reasons, so says whom it is about by an id that erasure makes a
 * pseudonym. An act that a second operator carries out is about the person who had the name when it was proposed.
 * Throws Refused where a name is no one's.
 */
export async function resolveInput(
  db: Queryable,
  { input: schema }: OperatorAction,
  input: Input,
): Promise<Result<Input>> {
  const resolved: Record<string, unknown> = { ...input }
  const userIds = new Set<string>()
  const words: { readonly name: string; readonly text: string }[] = []
  for (const [name, value] of Object.entries(input)) {
    const field = schema.properties[name] as Field
    if (field.holds === 'user') {
      const { id, uid } = await requireUser(db, value as string)
      userIds.add(id)
      resolved[name] = String(uid)
    } else if (field.holds === 'order' && typeof value === 'string') {
      const { number, userId } = await requireOrder(db, value)
      userIds.add(userId)
      resolved[name] = number
    } else if (field.holds === 'order') {
      // A list tells which of its entries are no orders, so these stay as they were typed, as words.
      const listed = await findOrders(db, textsOf(value))
      for (const { order } of listed) if (order) userIds.add(order.userId)
      words.push(...listed.flatMap(({ text, order }) => (order ? [] : [{ name, text }])))
      resolved[name] = listed.map(({ text, order }) => order?.number ?? text)
    } else if (isWords(field)) words.push(...textsOf(value).map((text) => ({ name, text })))
  }
  const fault = await findNamingWords(db, words, [...userIds])
  return fault ?? { ok: true, value: resolved }
}

async function findOrders(db: Queryable, texts: readonly string[]) {
  const found = []
  for (const text of texts) {
    const [order, another] = await searchOrders(db, text, 2)
    found.push({ text, order: another ? undefined : order })
  }
  return found
}

async function findNamingWords(
  db: Queryable,
  words: readonly { readonly name: string; readonly text: string }[],
  userIds: readonly string[],
): Promise<Result<never> | null> {
  const own = words.length === 0 ? [] : await namesOf(db, userIds)
  for (const { name, text } of words) {
    if (hasPersonalData(text))
      return refuse(
        'InvalidInput',
        `{${name}} is not allowed to hold an email address, a phone number or a wallet address. Write “user 123456789” for a person.`,
      )
    const named = own.find((each) => hasName(text, each)) ?? (await findNamed(db, text))
    if (named !== undefined)
      return refuse(
        'InvalidInput',
        `{${name}} is not allowed to name a person: “${named}” is a name, a device or a code of an account. Write “user 123456789” instead.`,
      )
  }
  return null
}

/** Account names and invite codes of anyone. A name of letters alone is a word of the language, and is looked for only in texts about its owner. */
async function findNamed(db: Queryable, text: string): Promise<string | undefined> {
  const names = possibleNames(text)
  const codes = [...new Set(text.toUpperCase().match(/[0-9A-Z]+/g))].filter(({ length }) => length === inviteCodeLength)
  if (names.length === 0 && codes.length === 0) return undefined
  return (await findNamedWord(db, names, codes))?.word
}

/** What the people whom an act is about are called. A device that is called by one plain word, like "iPhone", names no one. */
async function namesOf(db: Queryable, userIds: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const userId of userIds) {
    names.push(...(await listIdentifiers(db, userId)).map(({ value }) => value))
    const devices = (await listDevices(db, userId)).flatMap(({ name }) => name ?? [])
    names.push(...devices.filter((name) => !/^\p{L}*$/u.test(name.trim())))
    names.push((await findGreetingName(db, userId))?.name ?? '', (await findAffiliate(db, userId))?.payoutAddress ?? '')
  }
  return names.filter((name) => name.trim().length > 2)
}

/** The part of a resolved input that says whom and what it is about. Personal data and words are masked. */
export const maskInput = ({ input: schema }: OperatorAction, input: Input): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field: Field | undefined = schema.properties[name]
      return [name, field === undefined || isPrivate(field) || isWords(field) ? '***' : value]
    }),
  )

/** The part of a resolved input that may stay in the audit log for good: without personal data, and without files, which can hold secrets. */
export const storableInput = ({ input: schema }: OperatorAction, input: Input): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field: Field | undefined = schema.properties[name]
      return [name, field !== undefined && isPrivate(field) ? '…' : value]
    }),
  )
