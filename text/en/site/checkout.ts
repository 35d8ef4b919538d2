import order from './order.ts'

/** Remaining membership time that is converted to a plan with another number of devices. */
type Converted = {
  readonly daysBefore: number
  readonly daysAfter: number
  readonly devicesBefore: number
  readonly devicesAfter: number
}

/** Remaining membership time that keeps its days and gets more devices. */
type Raised = { readonly days: number; readonly devicesBefore: number; readonly devicesAfter: number }

const checkout = {
  order,
  title: 'How far are you going?',
  lead: 'Pick a stop and pay once. It never auto-renews.',
  plan: 'Plan',
  currency: 'Currency',
  currencies: { CNY: '¥ CNY', USD: '$ USD' },
  devices: 'Devices',
  deviceCount: (count: number) => String(count),
  devicesOnly: (count: number) => `${count} devices only`,
  todayIs: (date: string) => `Today, ${date}`,
  afterExpiry: (date: string) => `From your current expiry, ${date}`,
  until: (date: string) => `to ${date}`,
  save: (amount: string) => `Save ${amount}`,
  perMonth: (amount: string) => `${amount}/mo`,
  groupTitle: (plan: string, price: string) =>
    `With friends: ${plan.replaceAll(' ', '\u00a0')} from ${price}\u00a0each`,
  groupText: 'Group of two or three, one lower price each.',
  noMethod: 'Payment is not open yet. Please come back a little later.',
  summary: 'Order summary',
  today: 'Today',
  yourExpiry: 'Your expiry',
  buyer: 'For ',
  validTo: (date: string) => `valid to ${date}`,
  notYou: 'Not you?',
  stranger: 'New here? We create your account as you pay.',
  lookFirst: 'You’re logged in. Check above what happens to your days, then pay.',
  logIn: 'Log in',
  atOnce: (count: number) => `${count} ${count === 1 ? 'device' : 'devices'}`,
  toPay: 'To pay, once',
  payWith: 'Pay with',
  ways: { alipay: 'Alipay', wechat: 'WeChat', unionpay: 'UnionPay', card: 'Card', crypto: 'Crypto' },
  refundable: (days: number) => `Refundable for ${days} ${days === 1 ? 'day' : 'days'}`,
  havePromo: 'I have a promo code',
  haveGift: 'Redeem a code',
  pay: {
    alipay: (amount: string) => `Pay ${amount} with Alipay`,
    wechat: (amount: string) => `Pay ${amount} with WeChat Pay`,
    unionpay: (amount: string) => `Pay ${amount} with UnionPay`,
    card: (amount: string) => `Pay ${amount} by card`,
    crypto: (amount: string) => `Pay ${amount} in crypto`,
  },
  take: 'Take it, nothing to pay',
  paying: 'Placing your order',
  termsBefore: 'By paying you accept the ',
  terms: 'User Agreement',
  termsAfter: '. Time left on your account is kept.',
  days: (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`,
  convertsRemaining: ({ daysBefore, daysAfter, devicesBefore, devicesAfter }: Converted) =>
    `Your ${daysBefore} days with ${devicesBefore} devices become ${daysAfter} with ${devicesAfter}, at the same value.`,
  upgrade: {
    title: (devices: number) => `Two ways to ${devices} devices`,
    plan: (plan: string) => `Add ${plan}`,
    difference: (days: number) => `Only the difference, for ${days} ${days === 1 ? 'day' : 'days'}`,
    keeps: ({ days, devicesBefore, devicesAfter }: Raised) =>
      `All your ${days} ${days === 1 ? 'day stays' : 'days stay'}, with ${devicesAfter} devices instead of ${devicesBefore}. No days are added.`,
  },
  convertsBought: ({ daysBefore, daysAfter, devicesAfter }: Converted) =>
    `Your time runs on ${devicesAfter} devices. The ${daysBefore} days of this plan become ${daysAfter} on those, at the same value.`,
  empty: { title: 'No plans are on sale right now.', text: 'Please check again in a moment.', action: 'Reload' },
}
export type CheckoutTexts = typeof checkout
export default checkout
