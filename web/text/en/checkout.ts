import order from './order.ts'

const checkout = {
  order,
  title: 'How far are you going?',
  lead: 'Pick a stop and pay once. It never renews by itself.',
  plan: 'Plan',
  currency: 'Currency',
  currencies: { CNY: '¥ CNY', USD: '$ USD' },
  todayIs: (date: string) => `Today, ${date}`,
  afterExpiry: (date: string) => `From your current expiry, ${date}`,
  until: (date: string) => `to ${date}`,
  save: (amount: string) => `Save ${amount}`,
  perMonth: (amount: string) => `${amount} a month`,
  groupTitle: (plan: string, price: string) => `Not going alone? ${plan} from ${price} each`,
  groupText: 'Group of two or three, one lower price each.',
  howToPay: 'How will you pay?',
  noMethod: 'Payment is not open yet. Please come back a little later.',
  summary: 'Order summary',
  today: 'Today',
  yourExpiry: 'Your expiry',
  devices: 'Devices',
  buyer: 'For account',
  atOnce: (count: number) => `${count} at once`,
  comma: ', ',
  toPay: 'To pay',
  discount: 'Promo code',
  havePromo: 'I have a promo code',
  haveGift: 'I have a redeem code',
  pay: (amount: string) => `Pay ${amount}`,
  payShort: 'Pay',
  paying: 'Placing your order',
  termsBefore: 'By paying you accept the ',
  terms: 'Terms of service',
  termsAfter: '.',
  honest: ['One payment. No subscription to cancel.', 'Time left on your account is never lost.'],
  convertsRemaining: (before: number, after: number, devices: number) =>
    `Your ${before} remaining days become ${after} ${after === 1 ? 'day' : 'days'} on ${devices} devices, at the same value.`,
  convertsBought: (before: number, after: number, devices: number) =>
    `Your plan runs on ${devices} devices. The ${before} days of this one become ${after} ${after === 1 ? 'day' : 'days'} on those, at the same value.`,
  empty: { title: 'No plans on the board right now.', text: 'Please look again in a moment.', action: 'Reload' },
}
export type CheckoutTexts = typeof checkout
export default checkout
