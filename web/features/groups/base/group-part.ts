import type { GroupCard, MyGroup } from '#web/features/groups/base/groups.queries.ts'

/**
 * Visitor's options in a group. `join`: a free or paid seat can be taken; `last` if only one is left. `refused`: reason
 * why none can be taken; of these, `held` and `creator_unpaid` may pass. `mine`: the visitor has or had a seat.
 */
export type Part =
  | { readonly kind: 'join'; readonly free: boolean; readonly last: boolean }
  | { readonly kind: 'refused'; readonly why: 'creator_unpaid' | 'held' | 'full' | 'expired' | 'closed' }
  | { readonly kind: 'mine'; readonly mine: MyGroup['mine'] }

const mayComeBack: readonly MyGroup['mine']['state'][] = ['left', 'refunded', 'refunding']

export function partOf(card: GroupCard, mine: MyGroup['mine'] | null): Part {
  const seats = card.freeSeats > 0 ? card.freeSeats : card.openSeats
  const joinable = (card.state === 'open' || card.state === 'finished') && seats > 0
  if (mine && !(joinable && !mine.isCreator && mayComeBack.includes(mine.state))) return { kind: 'mine', mine }
  if (joinable) return { kind: 'join', free: card.freeSeats > 0, last: seats === 1 }
  if (card.state === 'open') return { kind: 'refused', why: 'held' }
  return { kind: 'refused', why: card.state === 'finished' ? 'full' : card.state }
}

export const takenSeats = ({ seats }: GroupCard): number => seats.filter(({ state }) => state === 'taken').length

/** Seats that are paid, being paid and still to be had; together the whole group, unless a seat stayed empty. */
export const countSeats = (card: GroupCard): { paid: number; held: number; free: number } => ({
  paid: takenSeats(card),
  held: card.seats.filter(({ state }) => state === 'held').length,
  free: card.seats.filter(({ state }) => state === 'open' || state === 'free').length,
})

export const missingSeats = ({ seats }: GroupCard): number =>
  seats.filter(({ state }) => state === 'open' || state === 'held').length

export const isAlive = (card: GroupCard): boolean =>
  card.state === 'open' || card.state === 'creator_unpaid' || card.freeSeats > 0

export const canShare = (card: GroupCard): boolean =>
  card.freeSeats > 0 || (card.state === 'open' && card.openSeats > 0)

/**
 * Returns the newer of two states of a group. If the versions are equal, the received one wins, as it may be in another
 * language.
 */
export const newerCard = (known: GroupCard | null | undefined, card: GroupCard): GroupCard =>
  known && known.version > card.version ? known : card
