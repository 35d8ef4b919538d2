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

/** True for fields with personal data, and for files, which may contain secrets. */
const isPrivate = ({ holds, file, folder }: Field): boolean =>
  holds === 'person' || file !== undefined || folder !== undefined

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/**
 * Replaces every name of a person or order by its id, and rejects free text that names a person, before an action runs.
 * So stored inputs (proposals, audit rows, jobs, reasons) only contain ids, which become pseudonyms at erasure. A
 * proposal stays about the person who had the name when it was made. Throws Refused for an unknown name.
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
      // Entries that are not orders stay unchanged as text; the action reports them.
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
    if (hasPersonalData(text)) return refuse('InvalidInput', sentence('field.personalData', { field: { field: name } }))
    const named = own.find((each) => hasName(text, each)) ?? (await findNamed(db, text))
    if (named !== undefined)
      return refuse('InvalidInput', sentence('field.namesPerson', { field: { field: name }, name: named }))
  }
  return null
}

/** Finds account names and invite codes. A name of letters only may be a word, so it is only matched in texts about its owner. */
async function findNamed(db: Queryable, text: string): Promise<string | undefined> {
  const names = possibleNames(text)
  const codes = [...new Set(text.toUpperCase().match(/[0-9A-Z]+/g))].filter(({ length }) => length === inviteCodeLength)
  if (names.length === 0 && codes.length === 0) return undefined
  return (await findNamedWord(db, names, codes))?.word
}

/** Names of the affected people. A device named by one plain word, like "iPhone", does not identify anyone. */
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

/** Resolved input for viewers: personal data and free text are masked. */
export const maskInput = ({ input: schema }: OperatorAction, input: Input): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field: Field | undefined = schema.properties[name]
      return [name, field === undefined || isPrivate(field) || isWords(field) ? '***' : value]
    }),
  )

/** Resolved input for permanent storage in the audit log: without personal data and files, which may contain secrets. */
export const storableInput = ({ input: schema }: OperatorAction, input: Input): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field: Field | undefined = schema.properties[name]
      return [name, field !== undefined && isPrivate(field) ? '…' : value]
    }),
  )
