import type { TSchema } from 'typebox'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { isWords, type FieldNotes } from '#shared/contract/operator/fields.ts'
import { inviteCodeLength } from '#shared/account-rules.ts'
import { findNamedWord, listIdentifiers } from '#server/modules/accounts/accounts.queries.ts'
import { findAffiliate, findGreetingName } from '#server/modules/affiliates/affiliates.queries.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { hasName, hasPersonalData, possibleNames } from '#server/modules/operators/person-words.rules.ts'
import { refuse, type Result } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { requireOrder, requireUser } from '#server/workflows/membership/name-subject.ts'
import { searchOrders } from '#server/workflows/membership/search-orders.ts'
import { sentence } from '#text/sentence.ts'

type Input = Readonly<Record<string, unknown>>
type Field = TSchema & FieldNotes & { readonly enum?: unknown; readonly pattern?: string; readonly items?: Field }

const isPrivate = ({ holds, file, folder, secret }: Field): boolean =>
  holds === 'person' || file !== undefined || folder !== undefined || secret === true

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/**
 * Replaces names of people and orders by ids before an action runs, and rejects free text that names a person. Stored
 * inputs then only contain ids, which become pseudonyms at erasure. Throws `Refused` for an unknown name.
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
      // Entries of an order list that match no order stay as text; the action reports them.
      const listed = await findOrders(db, textsOf(value))
      for (const { order } of listed) if (order) userIds.add(order.userId)
      words.push(...listed.flatMap(({ text, order }) => (order ? [] : [{ name, text }])))
      resolved[name] = listed.map(({ text, order }) => order?.number ?? text)
    } else if (isWords(field) && !field.secret) words.push(...textsOf(value).map((text) => ({ name, text })))
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
    if (hasPersonalData(text)) return refuse('InvalidInput', sentence('field.personalData', { field: { field: name } }))
    const named = own.find((each) => hasName(text, each)) ?? (await findNamed(db, text))
    if (named !== undefined)
      return refuse('InvalidInput', sentence('field.namesPerson', { field: { field: name }, name: named }))
  }
  return null
}

/**
 * Finds account names and invite codes in a text. A name of letters only may be an ordinary word, so it only matches in
 * texts about its owner.
 */
async function findNamed(db: Queryable, text: string): Promise<string | undefined> {
  const names = possibleNames(text)
  const codes = [...new Set(text.toUpperCase().match(/[0-9A-Z]+/g))].filter(({ length }) => length === inviteCodeLength)
  if (names.length === 0 && codes.length === 0) return undefined
  return (await findNamedWord(db, names, codes))?.word
}

/**
 * Names of the affected people. Leaves out devices named by one plain word, such as "iPhone", which identify nobody.
 */
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

export const maskInput = ({ input: schema }: OperatorAction, input: Input): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field: Field | undefined = schema.properties[name]
      return [name, field === undefined || isPrivate(field) || isWords(field) ? '***' : value]
    }),
  )

export const storableInput = ({ input: schema }: OperatorAction, input: Input): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field: Field | undefined = schema.properties[name]
      return [name, field !== undefined && isPrivate(field) ? '…' : value]
    }),
  )

/** Input of an action with `***` in place of secret fields, such as keys, so that it can be shown and sent back. */
export const shownInput = ({ input: schema }: OperatorAction, input: Input): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, (schema.properties[name] as Field).secret ? '***' : value]),
  )
