import type { ActionOutput } from '#shared/contract/operator.ts'
import { shownRows } from '#shared/contract/operator/page-parts.ts'
import type { AuditEntryRow } from '#server/modules/audit/audit.queries.ts'
import { groupOfGrant } from '#server/modules/groups/groups.service.ts'
import { expirySegments } from '#server/modules/membership/expiry-segments.rules.ts'
import type { Grant } from '#server/modules/membership/membership.queries.ts'
import type { Note } from '#server/modules/notes/notes.queries.ts'
import type { StandingRow } from '#server/modules/tunnels/panels/marks.queries.ts'
import { sentence } from '#text/sentence.ts'

type Person = ActionOutput<'people.show'>

export const askedRows = shownRows + 1

export function cutting(): { cut: <T>(name: string, rows: readonly T[]) => T[]; more: string[] } {
  const more: string[] = []
  return {
    more,
    cut: (name, rows) => {
      if (rows.length > shownRows) more.push(name)
      return rows.slice(0, shownRows)
    },
  }
}

export const presentNote = ({ id, at, writtenBy, text, struckAt, struckBy }: Note): Person['notes'][number] => ({
  id,
  at,
  by: writtenBy,
  text,
  struck: struckAt,
  struckBy,
})

export const presentAct = ({ id, at, operator, action }: AuditEntryRow): Person['acts'][number] => ({
  id,
  at,
  by: operator,
  action,
})

/**
 * State of a user's access at a tunnel provider. Hides the provider's error text from operators who cannot act on it.
 */
export const presentTunnel =
  (mayRead: boolean) =>
  ({ provider, isOpen, isBehind, failures, error, drift }: StandingRow): Person['tunnels'][number] => ({
    provider,
    open: isOpen,
    behind: isBehind,
    failures,
    note: mayRead ? (error ?? (drift ? sentence(`drift.${drift}`) : '')) : '',
  })

export type ShownGrant = Grant & { readonly isReversed: boolean }

type Numbers = ReadonlyMap<string, string>
/** The source id of a partial refund contains the grant that it shortens: `order:ID/take/…`. */
const grantIdOf = ({ source, sourceId }: Grant): string =>
  source === 'refund' ? sourceId.replace(/^(?:order|group):([^/]+)\/.*$/, '$1') : sourceId
const orderOf = (grant: Grant, numbers: Numbers) => numbers.get(grantIdOf(grant).split(/[:/]/, 1)[0] ?? '') ?? null

/**
 * Parts of a membership, each from one grant, for display. `newest`: ledger rows, newest first, with one more than
 * `asked` if there are more. `disputed`: numbers of disputed orders.
 */
export function presentSegments(
  newest: readonly Grant[],
  asked: number,
  numbers: Numbers,
  disputed: readonly string[],
): Person['segments'] {
  const rows = newest.toReversed().map((grant) => ({ ...grant, at: grant.grantedAt }))
  return expirySegments(rows, rows.length > asked).map(({ grant, from, to }) => {
    const order = grant && orderOf(grant, numbers)
    return {
      source: grant?.source ?? 'earlier',
      from,
      to,
      order,
      group: grant && groupOfGrant(grant.sourceId),
      disputed: order !== null && disputed.includes(order),
    }
  })
}

export const presentTime =
  (numbers: Numbers) =>
  (grant: ShownGrant): Person['time'][number] => ({
    id: grant.id,
    at: grant.grantedAt,
    source: grant.source,
    order: orderOf(grant, numbers),
    group: groupOfGrant(grantIdOf(grant)),
    seconds: grant.seconds,
    expires: grant.expiresAt,
    note: grant.note ?? '',
    state: grant.reverses !== null ? 'reversal' : grant.isReversed ? 'reversed' : 'stands',
  })
