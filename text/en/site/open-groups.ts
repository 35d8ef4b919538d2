/** Writes how many seats of a group are in each state; leaves out states without a seat. */
const seatCounts = (counts: { readonly paid: number; readonly held: number; readonly free: number }): string =>
  [
    counts.paid > 0 && `${counts.paid} paid`,
    counts.held > 0 && `${counts.held} being paid`,
    counts.free > 0 && `${counts.free} open`,
  ]
    .filter(Boolean)
    .join(', ')

const people = { 2: 'two', 3: 'three' } as const

const openGroups = {
  title: 'Open groups',
  description:
    'Groups that anyone can join: take a free seat, pay your share, and everyone starts when the last one has paid.',
  lead: 'Anyone can join these groups. You pay your own share and keep your own account; others see only your masked name.',
  plan: (size: 2 | 3, plan: string, devices: number) =>
    `Group of ${people[size]}, ${plan.replaceAll(' ', '\u00a0')}, ${devices}\u00a0devices`,
  by: (creator: string) => `Started by ${creator}.`,
  seatCounts: (counts: Parameters<typeof seatCounts>[0]) => `${seatCounts(counts)}.`,
  until: (moment: string) => `Full refund if not full by ${moment.replaceAll(' ', '\u00a0')}.`,
  look: 'Take a look',
  lookAt: (creator: string, plan: string) => `Take a look: ${plan}, started by ${creator}`,
  more: 'Show more',
  empty: 'No open group right now.',
  emptyText: 'Start one and let anyone find it.',
  start: 'Start a group',
  failed: 'The open groups couldn’t be loaded.',
  again: 'Try again',
  how: 'How group buying works',
}
export type OpenGroupsTexts = typeof openGroups
export default openGroups
