import type { GroupCard, MyGroup } from '#web/features/groups/base/groups.queries.ts'

/**
 * What one visitor can do with a group. `join`: a seat that is paid for, or one for its share; `last` where no other is
 * left. `refused`: why not now. `mine`: they have or had a part in it. `held` and `creator_unpaid` may change by themselves.
 */
export type Part =
  | { readonly kind: 'join'; readonly free: boolean; readonly last: boolean }
  | { readonly kind: 'refused'; readonly why: 'creator_unpaid' | 'held' | 'full' | 'expired' | 'closed' }
  | { readonly kind: 'mine'; readonly mine: MyGroup['mine'] }

/** Someone who left, or whose money went back, may take another seat like everyone else. */
const mayComeBack: readonly MyGroup['mine']['state'][] = ['left', 'refunded', 'refunding']

export function partOf(card: GroupCard, mine: MyGroup['mine'] | null): Part {
  const seats = card.freeSeats > 0 ? card.freeSeats : card.openSeats
  const joinable = (card.state === 'open' || card.state === 'finished') && seats > 0
  if (mine && !(joinable && !mine.isCreator && mayComeBack.includes(mine.state))) return { kind: 'mine', mine }
  if (joinable) return { kind: 'join', free: card.freeSeats > 0, last: seats === 1 }
  if (card.state === 'open') return { kind: 'refused', why: 'held' }
  return { kind: 'refused', why: card.state === 'finished' ? 'full' : card.state }
}

/** Seats that are someone's and paid for. */
export const takenSeats = ({ seats }: GroupCard): number => seats.filter(({ state }) => state === 'taken').length

/** Seats that no one has paid for, being paid for now or not. */
export const missingSeats = ({ seats }: GroupCard): number =>
  seats.filter(({ state }) => state === 'open' || state === 'held').length

/** Whether anything about it may still change while someone looks. */
export const isAlive = (card: GroupCard): boolean =>
  card.state === 'open' || card.state === 'creator_unpaid' || card.freeSeats > 0

/** Whether its link still leads someone to a seat. */
export const canShare = (card: GroupCard): boolean => card.state === 'open' || card.freeSeats > 0

/** Of two cards the one that is newer; the same version may have come in another language. */
export const newerCard = (known: GroupCard | null | undefined, card: GroupCard): GroupCard =>
  known && known.version > card.version ? known : card
