type Version = { readonly withdrawn: boolean; readonly holdsFrom: Date | null; readonly shownUntil: Date | null }
export type PublicationState = 'draft' | 'withdrawn' | 'scheduled' | 'over' | 'public'

export function publicationOf(sides: readonly Version[], now: Date): PublicationState {
  if (sides.length === 0) return 'draft'
  if (sides.every(({ withdrawn }) => withdrawn)) return 'withdrawn'
  if (sides.some(({ holdsFrom }) => holdsFrom && holdsFrom > now)) return 'scheduled'
  if (sides.every(({ shownUntil }) => shownUntil && shownUntil <= now)) return 'over'
  return 'public'
}
