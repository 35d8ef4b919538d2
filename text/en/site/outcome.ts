import type { OrderOutcome } from '#shared/order-outcome.ts'
import order from './order.ts'
import paidBy from './paid-by.ts'

/** Formatted facts for the texts about an order; null if unknown or not applicable. */
export type Told = {
  readonly isCard: boolean
  readonly isChain: boolean
  /** Payment method as part of a sentence: "by card", "with Alipay". */
  readonly by: string
  /** Name of where a refund goes: "your card", "Alipay". */
  readonly to: string
  readonly total: string
  readonly received: string
  readonly refunded: string
  readonly refundedOn: string | null
  readonly refunding: string
  readonly since: string | null
  readonly stuck: string
  readonly disputed: string
  /** Amount kept after refunds. */
  readonly kept: string
  readonly minutes: number
  readonly promoCode: string | null
  readonly until: string | null
  /** Date on which all membership time of the account ends. `isMember`: true until then. */
  readonly memberUntil: string | null
  readonly isMember: boolean
  readonly days: number | null
  /** Number of devices before and after, for an order that only adds devices. */
  readonly devices: { readonly before: number; readonly after: number } | null
  readonly paidAt: string | null
  readonly payableUntil: string
  readonly endedAt: string
  readonly endedBy: 'buyer' | 'operator' | 'group' | 'provider' | 'time' | null
  readonly decideBy: string | null
  readonly second: { readonly sum: string; readonly on: string | null; readonly isStuck: boolean } | null
  readonly token: {
    readonly symbol: string
    readonly asked: string
    readonly received: string
    readonly arriving: string
    readonly missing: string
    readonly excess: string
    readonly confirmations: { readonly done: number; readonly needed: number } | null
  }
  readonly group: {
    readonly state: 'waiting' | 'full' | 'treat' | 'over' | 'unopened'
    readonly seats: number
    readonly missing: number
    readonly ends: string
  } | null
}
type Words = { readonly title: string; readonly text: string }

const runs = ({ until }: Told) => (until === null ? '' : ` Your membership runs to ${until}.`)
const raised = ({ devices }: Told) =>
  devices ? ` You have ${devices.after} devices instead of ${devices.before} now.` : ''
const still = ({ until }: Told) => (until === null ? '' : ` You keep your membership to ${until}.`)
const kept = ({ total, minutes, promoCode, group }: Told) =>
  `We’ll hold this price for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: ${total}${promoCode === null ? '' : `, code ${promoCode} included`}${group ? '. Your seat is held too' : ''}.`
const person = ({ decideBy }: Told) =>
  decideBy === null ? 'We’re checking this by hand.' : `We’re checking this by hand and decide by ${decideBy}.`
const seats = (count: number) => (count === 1 ? 'One seat' : count === 2 ? 'Two seats' : `${count} seats`)
const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

const words: Readonly<Record<OrderOutcome, (told: Told) => Words>> = {
  elsewhere: () => ({
    title: 'Paid. Go back to your computer.',
    text: 'Your computer shows it already. You can close this page.',
  }),
  'elsewhere-wait': () => ({
    title: 'Not paid yet.',
    text: 'This page updates automatically. Finish in the payment app; the order is on your computer.',
  }),
  'elsewhere-other': () => ({
    title: 'Log in to see this order.',
    text: 'An order is shown only to the account that placed it.',
  }),
  open: (told) => ({ title: 'Not paid yet.', text: kept(told) }),
  declined: (told) => ({
    title: told.isCard ? 'The card was refused.' : 'The payment was refused.',
    text: `${told.isCard ? 'The bank declined it, and nothing was charged.' : 'The payment service declined it, and nothing was charged.'} ${kept(told)}`,
  }),
  back: (told) => ({ title: 'You came back without paying.', text: kept(told) }),
  checking: () => ({
    title: 'Checking your payment.',
    text: 'We’re asking the payment service. This page updates automatically.',
  }),
  slow: (told) => ({
    title: 'Not here yet.',
    text: `Banks can take a few minutes. We’ll credit it whenever it arrives. Didn’t finish paying? ${kept(told)}`,
  }),
  'c-seen': ({ token: { arriving, symbol, confirmations } }) => ({
    title: `We see your ${arriving} ${symbol}.`,
    text: `${confirmations ? `${confirmations.done} of ${confirmations.needed} confirmations.` : 'Waiting for confirmations.'} You can close this page.`,
  }),
  'c-short': ({ token: { missing, received, asked, symbol }, payableUntil }) => ({
    title: `${missing} ${symbol} to go.`,
    text: `${received} of ${asked} arrived. Send the rest to the same address by ${payableUntil}.`,
  }),
  free: (told) => ({
    title: 'Nothing to pay. You’re all set.',
    text: `${told.promoCode === null ? 'It costs nothing.' : `Code ${told.promoCode} covered all of it.`}${runs(told)}`,
  }),
  late: (told) => ({
    title: 'Late, but credited.',
    text: `${told.total} arrived${told.paidAt === null ? '' : ` at ${told.paidAt}`}, after the order had closed.${runs(told)}${raised(told)}`,
  }),
  paid: (told) => ({ title: order.success.title, text: `${told.total} paid ${told.by}.${runs(told)}${raised(told)}` }),
  'c-over': (told) => ({
    title: `You paid ${told.token.excess} ${told.token.symbol} too much.`,
    text: `The price was ${told.total}.${runs(told)} Give us an address, and we’ll send it back.`,
  }),
  'group-wait': (told) => ({
    title: `${told.group && told.group.seats > 1 ? 'Your seats are paid.' : 'Your seat is paid.'} ${seats(told.group?.missing ?? 1)} to go.`,
    text: `Not full by ${told.group?.ends ?? ''}? All ${told.total} goes back the way you paid. Memberships start when it’s full.`,
  }),
  'group-full': (told) => ({ title: 'The group is full.', text: `${told.total} paid ${told.by}.${runs(told)}` }),
  'group-treat': (told) => ({
    title: `${told.group && told.group.seats > 1 ? `${told.group.seats} seats are` : 'The seat is'} paid. Send the link.`,
    text: `${told.total} paid ${told.by}.${told.until === null ? '' : ` Yours runs to ${told.until} already.`} A seat that stays empty until ${told.group?.ends ?? ''} becomes time for you.`,
  }),
  'group-back': (told) => ({
    title: 'The group wasn’t full in time.',
    text:
      told.refundedOn === null || told.since !== null
        ? `${told.since === null ? told.total : told.refunding} is on its way back to ${told.to}${told.since === null ? '' : ` since ${told.since}`}.`
        : `${told.refunded} went back to ${told.to} on ${told.refundedOn}.`,
  }),
  'group-seat': (told) => ({
    title:
      told.group?.state === 'over'
        ? 'The group is over.'
        : told.group?.state === 'unopened'
          ? 'Your group isn’t open.'
          : 'Your seat is open again.',
    text: `We saw no payment by ${told.endedAt}. Paid at the last moment? ${
      told.group?.state === 'over'
        ? 'All of it goes back.'
        : told.group?.state === 'unopened'
          ? 'Then it opens when the money arrives.'
          : 'The seat is yours if it’s free, else all goes back.'
    }`,
  }),
  expired: ({ endedAt }) => ({
    title: 'The time to pay is over.',
    text: `We saw no payment by ${endedAt}. Paid at the last moment? It will be credited when it arrives.`,
  }),
  cancelled: ({ endedBy }) => ({
    title:
      endedBy === 'buyer'
        ? 'You cancelled this order.'
        : endedBy === 'provider'
          ? 'The payment service didn’t take this order.'
          : 'We cancelled this order.',
    text: 'We saw no payment for it. If money still arrives, it will be credited.',
  }),
  'c-late': (told) => ({
    title: `${told.token.received} of ${told.token.asked} ${told.token.symbol} arrived.`,
    text: `${person(told)} Tell us what you prefer: pay the rest, or your money back.`,
  }),
  review: (told) => ({
    title:
      told.received === told.total
        ? `We received ${told.received}.`
        : `We received ${told.received} instead of ${told.total}.`,
    text: `${person(told)} You’ll get either your membership or your money back.`,
  }),
  dispute: (told) => ({
    title: told.isChain ? `The network took ${told.disputed} back.` : `The bank asked for ${told.disputed} back.`,
    text: 'Your membership is on hold until this is settled. If you didn’t ask for this, write to us.',
  }),
  'refund-failed': (told) => ({
    title: 'We’re handling your refund by hand.',
    text: `${told.stuck} did not reach ${told.to}${told.decideBy === null ? '. You’ll hear from us.' : `; you’ll hear from us by ${told.decideBy}.`}`,
  }),
  'partly-refunding': (told) => ({
    title: `${told.refunding} is on its way back.`,
    text: `To ${told.to}${told.since === null ? '' : `, since ${told.since}`}.${still(told)}`,
  }),
  refunding: (told) => ({
    title: `${told.refunding} is on its way back.`,
    text: `To ${told.to}${told.since === null ? '' : `, since ${told.since}`}.${told.isChain ? '' : ' Banks take a few days.'}${told.days === null ? '' : ` The ${days(told.days)} it bought come off when it’s done.`}${told.devices ? ` Then it’s ${told.devices.before} devices again, and all your days stay.` : ''}`,
  }),
  partly: (told) => ({
    title: `${told.refunded} went back to you.`,
    text: `To ${told.to}${told.refundedOn === null ? '' : ` on ${told.refundedOn}`}. You paid ${told.kept} in the end${told.until === null ? '' : `, and your membership still runs to ${told.until}`}.`,
  }),
  refunded: (told) => ({
    title: `${told.refunded} went back to you.`,
    text: `To ${told.to}${told.refundedOn === null ? '' : ` on ${told.refundedOn}`}.${told.days === null ? '' : ` The ${days(told.days)} it bought came off${told.memberUntil === null ? '' : told.isMember ? `; your membership runs to ${told.memberUntil}` : `; your membership ended on ${told.memberUntil}`}.`}${told.devices ? ` It’s ${told.devices.before} devices again, and all your days stay.` : ''}`,
  }),
}

const outcome = {
  words,
  /** Sentence about an accidental second payment, shown below any outcome. */
  twice: ({ sum, on, isStuck }: NonNullable<Told['second']>, to: string) =>
    isStuck
      ? `You paid twice. The second ${sum} did not reach ${to}; we’re handling it by hand.`
      : on === null
        ? `You paid twice. The second ${sum} is on its way back to ${to}.`
        : `You paid twice. The second ${sum} went back to ${to} on ${on}.`,
  by: paidBy,
  to: { card: 'your card', alipay: 'Alipay', wechat: 'WeChat Pay', unionpay: 'UnionPay', crypto: 'your address' },
  pay: (total: string, by: string) => `Pay ${total} ${by}`,
  orWith: 'or pay another way',
  methods: { alipay: 'Alipay', wechat: 'WeChat', unionpay: 'UnionPay', card: 'Card', crypto: 'Crypto' },
  noMethods: 'The ways to pay couldn’t be loaded.',
  keptForYou: 'Order held',
  timeLeft: 'Time left to pay',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to pay`,
  timeIsUp: 'The time is up. If you’ve paid, it will still be credited.',
  opening: 'Opening the payment service',
  asking: 'Asking the payment service',
  askAgain: 'Check again',
  notHere: 'Nothing new yet.',
  notDetected: (number: string) =>
    `Payment not detected. If the money has left your account, contact support with your order number, ${number}.`,
  notPaid: 'I didn’t pay',
  support: 'Write to support',
  askRefund: 'Ask for a refund',
  tooLittle: 'Can’t send that little? Ask us to accept it',
  giveAddress: 'Send the address',
  giveBack: {
    label: 'Address to return it to',
    hint: 'Your own address on the network that you paid on.',
    wrong: 'This isn’t a valid address on the network you paid on. Copy it again from your wallet or exchange.',
    ours: 'This is the address you paid to. Paste one of your own.',
    contract: 'This is a token’s contract: money sent there is lost. Paste the address of your own wallet.',
    sending: 'Sending the address',
    sent: (address: string) => `We have the address ${address}. You can follow this under Help in your account.`,
    message: (number: string, excess: string, address: string) =>
      `Order ${number} was overpaid by ${excess}. Please return that to ${address}.`,
  },
  cancel: 'Cancel this order',
  cancelling: 'Cancelling',
  cancelAsk: {
    title: 'Cancel this order?',
    text: ({ hasCode, hasSeat }: { hasCode: boolean; hasSeat: boolean }) =>
      `Its price${hasCode ? (hasSeat ? ', code and seat are' : ' and code are') : hasSeat ? ' and seat are' : ' is'} released. Money that still arrives will be credited.`,
    yes: 'Cancel the order',
    no: 'Keep it',
  },
  plans: 'Choose a plan',
  payAgain: 'Order again',
  getApp: 'Get the app',
  connect: 'Connect a device',
  receipt: 'Receipt',
  seeOrder: 'See the order',
  goOn: 'Continue paying',
  alsoOpen: 'Other open orders',
  transaction: 'See the transaction',
  sendRest: 'See the address',
  copyAddress: 'Copy the address',
  copyRest: 'Copy what is missing',
  share: 'Share the link',
  shareFailed: 'The share sheet did not open. Copy the link instead.',
  copy: 'Copy',
  copied: 'Copied',
  copyLink: 'Copy group link',
  group: 'See the group',
  newGroup: 'Start a new group',
  alone: 'Buy a plan alone',
  logIn: 'Log in here',
  privacy: 'For your privacy, this browser shows nothing more.',
  onDay: (clock: string, day: string) => `${clock} on ${day}`,
  tomorrow: (clock: string) => `${clock} tomorrow`,
  rows: {
    order: 'Order',
    plan: 'Plan',
    price: 'Price',
    promo: (code: string) => `Code ${code}`,
    paid: (day: string, by: string) => `Paid on ${day}, ${by}`,
    toPay: 'To pay',
    asked: 'Order total',
    arrived: 'Arrived',
    refunded: (day: string) => `Refunded on ${day}`,
    refunding: (day: string) => `On its way back since ${day}`,
    failed: (day: string) => `Refund that failed on ${day}`,
    second: (label: string) => `${label}, second payment`,
    secondPayment: 'Paid a second time',
    kept: 'Paid after refunds',
    until: 'Membership to',
    withSeats: (name: string, count: number) => `${name}, ${count} seats`,
  },
}
export type OutcomeTexts = typeof outcome
export default outcome
