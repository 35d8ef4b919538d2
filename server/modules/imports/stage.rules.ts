import { normalizeEmail } from '#shared/account-rules.ts'
import type { OrderRecord, PersonRecord, PlanRecord, SourceFile } from './readers/records.rules.ts'

/** Reason why a row is not imported: key and values of a message `import.<code>`. */
export type Fault = {
  readonly code:
    | 'emailMissing'
    | 'emailInvalid'
    | 'emailDoubled'
    | 'idDoubled'
    | 'rounded'
    | 'ambiguous'
    | 'unreadable'
    | 'noId'
    | 'manyCells'
    | 'fewCells'
    | 'strayQuote'
    | 'inviterUnknown'
    | 'inviteCycle'
    | 'orderOfNobody'
    | 'planUnmapped'
    | 'neverEnds'
    | 'emailTaken'
    | 'erased'
    | 'endsEarlier'
  readonly params?: Readonly<Record<string, string>>
}
export type InviteRecord = { readonly inviterId: string }
/** Row of a file, ready to be stored. `record` is null if the row is refused. */
export type StagedRow = { readonly oldId: string; readonly email: string | null; readonly refusal: Fault | null } & (
  | { readonly kind: 'plan'; readonly record: PlanRecord | null }
  | { readonly kind: 'person'; readonly record: PersonRecord | null }
  | { readonly kind: 'invite'; readonly record: InviteRecord | null }
  | { readonly kind: 'order'; readonly record: OrderRecord | null }
)

/** Maximum length of an id. No panel has longer ids. */
const mostIdCharacters = 64

/**
 * Rank of a person's time: of several people with the same email address, the one whose time lasts longest is imported.
 * Without a plan there is no time.
 */
const rankOf = ({ expiry, plan }: PersonRecord): number =>
  plan === null ? 0 : expiry.kind === 'never' ? Number.MAX_SAFE_INTEGER : expiry.kind === 'at' ? expiry.at : 0

/**
 * Prepares the rows of a file in the order of import: plans, people, who invited whom, orders. Refuses rows with errors
 * that are visible in the file alone. `idOf`: replaces an email address that serves as id by a digest.
 */
export function stageRows(file: SourceFile, idOf: (oldId: string) => string): StagedRow[] {
  const people = stagePeople(file, idOf)
  const known = new Set(people.flatMap(({ oldId, refusal }) => (refusal === null ? [oldId] : [])))
  const unread = file.unread.map(({ what, oldId, code, column }): StagedRow => {
    const refusal = column === '' ? { code } : { code, params: { column } }
    return { kind: what, oldId: cut(idOf(oldId)), email: null, record: null, refusal }
  })
  return [
    ...file.plans.map((record): StagedRow => {
      return { kind: 'plan', oldId: cut(record.id), email: null, record, refusal: null }
    }),
    ...people,
    ...unread.filter(({ kind }) => kind === 'person'),
    ...stageInvites(people, known),
    ...file.orders.map((order): StagedRow => {
      const personId = cut(idOf(order.personId))
      const refusal: Fault | null = known.has(personId) ? null : { code: 'orderOfNobody' }
      const record = refusal === null ? { ...order, personId } : null
      return { kind: 'order', oldId: cut(order.number), email: null, record, refusal }
    }),
    ...unread.filter(({ kind }) => kind === 'order'),
  ]
}

const cut = (text: string): string => text.slice(0, mostIdCharacters)

/**
 * False for an email address with control characters inside, which belong to no person. At its ends they are ignored.
 */
const isPlain = (email: string): boolean => !/\p{Cc}/u.test(email.trim())

function stagePeople({ people }: SourceFile, idOf: (oldId: string) => string): (StagedRow & { kind: 'person' })[] {
  const oldIds = people.map(({ oldId }) => cut(idOf(oldId)))
  const emails = people.map(({ email }) => (isPlain(email) ? normalizeEmail(email) : null))
  const isLonger = (index: number, than: number) =>
    rankOf(people[index] as PersonRecord) > rankOf(people[than] as PersonRecord)
  // The first row of an id counts, or of rows that also share the address the one with the longest time: files without
  // ids use the address. Only such rows compete for an address, so that one of them is imported.
  const chosenOf = new Map<string, number>()
  for (const [index, oldId] of oldIds.entries()) {
    if (oldId === '' || emails[index] === null) continue
    const other = chosenOf.get(oldId)
    if (other === undefined || (emails[other] === emails[index] && isLonger(index, other))) chosenOf.set(oldId, index)
  }
  const best = new Map<string, number>()
  for (const index of chosenOf.values()) {
    const email = emails[index] as string
    const other = best.get(email)
    if (other === undefined || isLonger(index, other)) best.set(email, index)
  }
  return people.map((person, index) => {
    const oldId = oldIds[index] as string
    const email = emails[index] ?? null
    const fault = (): Fault | null => {
      if (oldId === '') return { code: 'noId' }
      if (person.email.trim() === '') return { code: 'emailMissing' }
      if (email === null) return { code: 'emailInvalid' }
      const ofId = chosenOf.get(oldId) as number
      if (ofId !== index)
        return emails[ofId] === email ? { code: 'emailDoubled', params: { other: oldId } } : { code: 'idDoubled' }
      const chosen = best.get(email) as number
      return chosen === index ? null : { code: 'emailDoubled', params: { other: oldIds[chosen] as string } }
    }
    const refusal = fault()
    if (refusal !== null) return { kind: 'person', oldId, email: null, record: null, refusal }
    const inviterId = person.inviterId === null ? null : cut(idOf(person.inviterId))
    return { kind: 'person', oldId, email, record: { ...person, oldId, email: email as string, inviterId }, refusal }
  })
}

/** Invitations of people who are imported; those of refused rows do not count. */
function stageInvites(people: readonly (StagedRow & { kind: 'person' })[], known: ReadonlySet<string>): StagedRow[] {
  const inviterOf = new Map(
    people.flatMap(({ oldId, record }) =>
      record === null || record.inviterId === null ? [] : [[oldId, record.inviterId] as const],
    ),
  )
  const circling = findCircling(inviterOf)
  return [...inviterOf].flatMap(([oldId, inviterId]): StagedRow[] => {
    const refusal: Fault | null = circling.has(oldId)
      ? { code: 'inviteCycle', params: { inviter: inviterId } }
      : known.has(inviterId)
        ? null
        : { code: 'inviterUnknown', params: { inviter: inviterId } }
    return [{ kind: 'invite', oldId, email: null, record: refusal === null ? { inviterId } : null, refusal }]
  })
}

/** Finds people who, through a chain of inviters, would have invited themselves. */
function findCircling(inviterOf: ReadonlyMap<string, string>): Set<string> {
  const circling = new Set<string>()
  const passed = new Set<string>()
  for (const start of inviterOf.keys()) {
    const line: string[] = []
    const places = new Map<string, number>()
    let at: string | undefined = start
    while (at !== undefined && !passed.has(at) && !places.has(at)) {
      places.set(at, line.length)
      line.push(at)
      at = inviterOf.get(at)
    }
    const place = at === undefined ? undefined : places.get(at)
    if (place !== undefined) for (const member of line.slice(place)) circling.add(member)
    for (const member of line) passed.add(member)
  }
  return circling
}
