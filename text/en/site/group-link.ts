const people = { 2: 'two', 3: 'three' } as const
const seats = (left: number) => (left === 1 ? 'One seat' : 'Two seats')

const groupLink = {
  title: {
    creator_unpaid: (price: string) => `This group opens soon: ${price} each`,
    open: (left: number, price: string) => `${seats(left)} to go: ${price}`,
    held: 'Every seat is spoken for',
    free: (left: number) => `${seats(left)} paid for. Join free`,
    full: 'This group is full',
    expired: 'This group ran out of time',
    closed: 'This group was called off',
    missing: 'This link leads to no group',
  },
  plan: (size: 2 | 3, months: number, devices: number) =>
    `Group of ${people[size]}, ${months} ${months === 1 ? 'month' : 'months'}, ${devices} devices`,
  startedBy: (creator: string) => `Started by ${creator}.`,
  untilRefund: (moment: string) => `Full by ${moment}, or everyone is refunded.`,
  untilFree: (moment: string) => `Free to take until ${moment}.`,
  until: (moment: string) => `Until ${moment}`,
  over: 'Start one of your own: two or three take the same plan, and each pays less.',
  missing: 'Perhaps a letter got lost on the way. Ask for the link again, or start a group of your own.',
  startOwn: 'Start your own',
  toPricing: 'See prices',

  /** Text on the preview picture: at most two lines, split at the vertical bar `|`. */
  sign: {
    creator_unpaid: 'Opening|soon.',
    open: (left: number) => `${seats(left)}|to go.`,
    held: 'Nearly|full.',
    free: () => 'Come along,|it’s on me.',
    full: 'Full.|They’re off.',
    expired: 'This one’s|over.',
    closed: 'This one’s|over.',
  },
  free: 'Free',
  each: 'each',
  alone: (price: string) => `${price} alone`,
  overSign: 'Start one of your own.',
}
export type GroupLinkTexts = typeof groupLink
export default groupLink
