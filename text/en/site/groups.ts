import order from './order.ts'
import share from './share.ts'

/** Writes how many seats of a group are in each state; leaves out states without a seat. */
const seatCounts = (counts: { readonly paid: number; readonly held: number; readonly free: number }): string =>
  [
    counts.paid > 0 && `${counts.paid} paid`,
    counts.held > 0 && `${counts.held} being paid`,
    counts.free > 0 && `${counts.free} open`,
  ]
    .filter(Boolean)
    .join(', ')

const seatWords = ['no more seats', 'one more seat', 'two more seats', 'three more seats']
const people = { 2: 'two', 3: 'three' } as const

const groups = {
  order,
  share,
  howToPay: 'How will you pay?',
  noMethod: 'Payment is not open yet. Please come back a little later.',
  close: 'Close',

  start: {
    title: 'Start your own',
    lead: 'Choose a plan and how many go. Your friends join through a link.',
    plan: 'Plan',
    size: 'How many go?',
    sizes: { 2: 'Group of two', 3: 'Group of three' },
    with: { 2: 'You and one other', 3: 'You and two others' },
    each: (price: string) => `${price} each`,
    who: 'Who pays?',
    self: 'Everyone pays their own',
    selfText: (amount: string) =>
      `You pay ${amount} now, each friend pays the same. All memberships start with the last payment.`,
    all: 'It’s on me',
    allText: (total: string, size: 2 | 3) =>
      `You pay ${total} for ${size === 2 ? 'both' : 'all three'} seats. Yours starts now, friends join free.`,
    currency: 'Currency',
    currencies: { CNY: '¥ CNY', USD: '$ USD' },
    saving: (alone: string, saved: string) => `${alone} alone. Each of you saves ${saved}.`,
    submit: (amount: string) => `Start the group, ${amount}`,
    starting: 'Starting the group',
    listed: 'Let anyone find it.',
    listedText: 'Listed under open groups, with your name hidden, until it’s full.',
    honest: 'One payment, no subscription. Promo codes don’t apply to groups.',
    none: 'There is no plan for groups at the moment.',
    nonePrices: 'See plans and prices',
  },

  tab: (size: 2 | 3, plan: string) => `Group of ${people[size]}, ${plan}`,
  lanes: 'Seats',
  headline: {
    creator_unpaid: 'This group is about to open.',
    open: (left: number) =>
      left === 0 ? 'Every seat is spoken for.' : `${left === 1 ? 'One seat' : 'Two seats'} left, then everyone starts.`,
    free: (left: number) => `${left === 1 ? 'One seat' : 'Two seats'} paid for. Hop in.`,
    finished: 'This group is full.',
    expired: 'This group ran out of time.',
    closed: 'This group was cancelled.',
  },
  lead: {
    creator_unpaid: (creator: string) => `${creator} has started it and is still paying. Seats open right after.`,
    open: (creator: string) =>
      `${creator} is in. When the last seat is paid, all memberships start in the same minute.`,
    held: 'Someone is paying for the last seat right now. If they don’t, it opens again.',
    free: (creator: string) => `${creator} has paid for all of it. Your seat costs you nothing.`,
    finished: 'Every seat is taken and paid, and every membership is running.',
    expired: 'It was not full in time. Whatever was paid goes back the way it came.',
    closed: 'It ended before it was full. Whatever was paid goes back the way it came.',
  },
  own: {
    free: (left: number) => `${left === 1 ? 'One seat is' : 'Two seats are'} paid for. Send the link.`,
    freeLead: 'Your membership has started. Whoever takes a seat joins for free.',
    openLead: 'Send the link. When the last seat is paid, all memberships start in the same minute.',
  },
  seat: {
    open: 'Open',
    free: 'Paid for, free to take',
    held: 'Being paid for now',
    checked: 'Payment being checked',
    taken: 'Paid',
    over: 'Not taken',
  },
  seatName: { open: 'Open seat', free: 'Open seat', held: 'Someone', taken: 'A traveller', over: 'Empty seat' },
  you: 'you',
  started: (state: string) => `Started it. ${state}`,
  untilRefund: 'left. If it isn’t full, everyone is refunded.',
  deadline: (moment: string) => `Until ${moment}`,
  untilFree: 'left to take the seats that are paid for',
  timer: {
    timeLeft: 'Time until this group ends',
    minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left for this group`,
    timeIsUp: 'The time of this group is up.',
  },
  seatCounts,

  yourShare: 'Your share',
  yourSeat: 'Your seat',
  free: 'Free',
  versus: (alone: string, saved: string) => ({ before: alone, after: ` alone. You save ${saved}.` }),
  includes: (months: number, bonusDays: number, devices: number) =>
    `${months} ${months === 1 ? 'month' : 'months'}${bonusDays > 0 ? ` and ${bonusDays} days` : ''}, ${devices} devices, your own account`,
  notFull: (moment: string) => `Not full by ${moment}? All of it goes back the way you paid.`,
  freeUntil: (moment: string) => `Free to take until ${moment}.`,
  held: (minutes: number, cryptoMinutes: number | null) =>
    `Your seat is held for ${minutes} minutes while you pay${cryptoMinutes === null ? '' : `, ${cryptoMinutes} with crypto`}.`,
  join: (last: boolean, price: string) => `${last ? 'Take the last seat' : 'Take a seat'}, ${price}`,
  joinAgain: (price: string) => `Changed your mind? Take a seat again, ${price}`,
  joinFree: 'Join for free',
  joining: 'Joining the group',
  confirmFirst: 'Nothing is charged until you confirm.',
  pay: (amount: string) => `Pay ${amount}`,
  paying: 'Placing your order',

  refused: {
    creator_unpaid: 'The person who started this group has not paid yet. This page updates when they do.',
    held: 'Every seat is being paid for right now. This page updates when one opens.',
    full: 'This group is full. You can start one of your own.',
    expired: 'This group has expired. You can start a new one.',
    closed: 'This group was cancelled. You can start one of your own.',
  },
  startOwn: 'Start your own',
  missing: {
    title: 'We can’t find this group.',
    text: 'Part of the link may be missing. Ask for the link again, or start a group of your own.',
  },
  failed: { title: 'We couldn’t load this group.', action: 'Try again' },

  mine: {
    unpaid: { title: 'Your seat is held.', text: (until: string) => `Pay before ${until} and it is yours.` },
    waiting: {
      title: 'You’re in.',
      text: (left: number) =>
        left === 1 ? 'One more person and everyone starts.' : `${left} more people and everyone starts.`,
      held: 'The last seat is being paid for right now.',
    },
    member: {
      title: 'You’re on your way.',
      text: (date: string) => `Your membership runs to ${date}.`,
      plain: 'Your membership is running.',
    },
    refunding: {
      title: 'Your money is on its way back.',
      text: 'It goes back the way you paid. Depending on the bank that takes a few days.',
    },
    refunded: { title: 'You were refunded.', text: 'The money went back the way you paid.' },
    review: {
      title: 'We’re checking your payment by hand.',
      received: (sum: string, total: string) => `We received ${sum} of ${total} and are checking it.`,
      text: (until: string | null) =>
        `Don’t pay again. ${until === null ? 'You’ll get your seat or your money back' : `Your seat is kept until ${until}. You’ll get it or your money back`}, and there is nothing you need to do.`,
    },
    left: { title: 'You are not in this group any more.', text: 'You owe nothing.' },
    goOn: 'Continue paying',
    rest: (seats: number, amount: string) => `Pay for ${seatWords[seats] ?? `${seats} more seats`}, ${amount}`,
    restWhy: 'Then the group is complete at once, and friends take those seats for free.',
    free: (seat: number) => `Open seat ${seat} again: it has not been paid for`,
    freeAsk: (seat: number) => ({
      title: `Open seat ${seat} for someone else?`,
      text: 'Someone took it more than ten minutes ago and has not paid. Their order is closed; if money still comes, they get a seat that is open, or their money back.',
      yes: 'Open the seat',
      no: 'Wait for them',
    }),
    leave: 'Leave the group',
    end: 'End the group',
    leaveAsk: {
      title: 'Leave this group?',
      text: 'Your seat opens for someone else. What you paid goes back the way you paid.',
      yes: 'Leave the group',
      no: 'Stay',
    },
    endAsk: {
      title: 'End this group for everyone?',
      text: 'You started it, so it ends when you leave. Everyone gets back what they paid, the way they paid.',
      yes: 'End the group',
      no: 'Keep it',
    },
    getApp: 'Get the app',
  },
  shareTitle: 'Know who should have a seat?',
  shareText: 'Send the link. It stops working when the group is full.',
  friendsSee: 'What your friends see:',
  linkLabel: 'Copy group link',
  sheet: (plan: string, price: string) => ({
    title: `Group buy: ${plan}`,
    text: `Take a seat with me: ${plan} for ${price}.`,
  }),
  picture: {
    tab: (size: 2 | 3) => `Group of ${people[size]}`,
    headline: 'Come along, pay less.',
    free: 'Come along. It’s on me.',
    plan: (plan: string, devices: number) => `${plan}, ${devices} devices, your own account.`,
    until: (moment: string) => `Open until ${moment}.`,
    price: 'Your share',
    scan: 'Scan to take a seat',
  },

  list: {
    created: 'Started by me',
    joined: 'Joined',
    label: 'Which groups',
    more: 'Show older ones',
    open: 'Open the group',
    share: 'Share',
    hideShare: 'Hide the link',
    started: (date: string) => `Started ${date}`,
    until: (moment: string) => `Open until ${moment}`,
    of: (taken: number, size: number) => `${taken} of ${size} seats`,
    payAll: 'It’s on the creator',
    paySelf: 'Everyone pays their own',
    states: {
      unpaid: 'To be paid',
      waiting: 'Waiting for others',
      member: 'Started',
      refunding: 'Refund on its way',
      refunded: 'Refunded',
      review: 'Being checked',
      left: 'Left',
    },
    empty: {
      created: {
        title: 'No group started yet.',
        text: 'Two or three of you take the same plan, and each pays less. Your group will appear here.',
        action: 'Start a group',
      },
      joined: {
        title: 'No group joined yet.',
        text: 'Groups that you join through a friend’s link appear here, with every payment and refund.',
        action: 'See how groups work',
      },
    },
    failed: 'Your groups couldn’t be loaded.',
    again: 'Try again',
  },
}
export type GroupTexts = typeof groups
export default groups
