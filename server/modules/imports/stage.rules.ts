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

/** Rank among people with the same email address. Only the one whose membership ends last is imported. */
const rankOf = ({ expiry }: PersonRecord): number =>
  expiry.kind === 'never' ? Number.MAX_SAFE_INTEGER : expiry.kind === 'at' ? expiry.at : 0

/**
 * Prepares the rows of a file in the order of import: plans, people, who invited whom, orders. Refuses rows with errors
 * that are visible in the file alone. `idOf`: replaces an email address that serves as id by a digest.
 */
export function stageRows(file: SourceFile, idOf: (oldId: string) => string): StagedRow[] {
  const people = stagePeople(file, idOf)
  const known = new Set(people.flatMap(({ oldId, refusal }) => (refusal === null ? [oldId] : [])))
  const unread = file.unread.map(({ what, oldId, code, column }): StagedRow => {
    const refusal = { code, params: { column } }
    return { kind: what, oldId: cut(idOf(oldId)), email: null, record: null, refusal }
  })
  return [
    ...file.plans.map((record): StagedRow => {
      return { kind: 'plan', oldId: cut(record.id), email: null, record, refusal: null }
    }),
    ...people,
    ...unread.filter(({ kind }) => kind === 'person'),
    ...stageInvites(file, idOf, known),
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

function stagePeople({ people }: SourceFile, idOf: (oldId: string) => string): (StagedRow & { kind: 'person' })[] {
  const emails = people.map(({ email }) => normalizeEmail(email))
  const best = new Map<string, number>()
  for (const [index, email] of emails.entries()) {
    if (email === null) continue
    const other = best.get(email)
    if (other === undefined || rankOf(people[index] as PersonRecord) > rankOf(people[other] as PersonRecord))
      best.set(email, index)
  }
  const seen = new Set<string>()
  return people.map((person, index) => {
    const oldId = cut(idOf(person.oldId))
    const email = emails[index] ?? null
    const fault = (): Fault | null => {
      if (oldId === '') return { code: 'noId' }
      if (person.email.trim() === '') return { code: 'emailMissing' }
      if (email === null) return { code: 'emailInvalid' }
      const chosen = best.get(email) as number
      if (chosen !== index)
        return { code: 'emailDoubled', params: { other: cut(idOf((people[chosen] as PersonRecord).oldId)) } }
      return seen.has(oldId) ? { code: 'idDoubled' } : null
    }
    const refusal = fault()
    if (refusal !== null) return { kind: 'person', oldId, email: null, record: null, refusal }
    seen.add(oldId)
    const inviterId = person.inviterId === null ? null : cut(idOf(person.inviterId))
    return { kind: 'person', oldId, email, record: { ...person, oldId, inviterId }, refusal }
  })
}

function stageInvites(
  { people }: SourceFile,
  idOf: (oldId: string) => string,
  known: ReadonlySet<string>,
): StagedRow[] {
  const inviterOf = new Map(
    people.flatMap(({ oldId, inviterId }) => (inviterId === null ? [] : [[cut(idOf(oldId)), cut(idOf(inviterId))]])),
  )
  const circling = findCircling(inviterOf)
  return [...inviterOf].flatMap(([oldId, inviterId]): StagedRow[] => {
    if (!known.has(oldId)) return []
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
