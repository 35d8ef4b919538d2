const order = {
  methods: { alipay: 'Alipay', wechat: 'WeChat Pay', unionpay: 'UnionPay', card: 'Card', crypto: 'Crypto' },
  statuses: {
    created: 'Waiting for payment',
    awaiting_payment: 'Waiting for payment',
    paid: 'Paid',
    refunding: 'Refund on its way',
    refunded: 'Refunded',
    partially_refunded: 'Partly refunded',
    cancelled: 'Cancelled',
    expired: 'Expired',
    review: 'Being checked',
  },
  close: 'Close',
  moreWays: 'Another way, or cancel',
  print: 'Print the receipt',
  receipt: 'Receipt',
  payWith: (method: string) => `Pay with ${method}`,
  openProvider: (method: string) => `Open ${method}`,
  waiting: 'Waiting for your payment',
  timeLeft: 'Time left to pay',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to pay`,
  timeIsUp: 'The time is up. If you’ve paid, press “I’ve paid”.',
  another: 'Pay another way',
  paid: 'I’ve paid',
  asking: 'Asking the payment service',
  closeIsSafe: (number: string, minutes: number) =>
    `You can close this window. We’ll still see your payment, and order ${number} stays open for ${minutes} minutes.`,
  notYet: 'Not here yet. Banks can take a minute.',
  stillNotHere: (number: string) =>
    `Payment not detected. If the money has left your account, give support this order number and we’ll find it: ${number}.`,
  support: 'Contact support',
  success: {
    title: 'You’re on your way.',
    text: (amount: string, method: string) => `Paid ${amount} with ${method}.`,
    until: (date: string) => ` Your membership runs to ${date}.`,
  },
  closed: {
    title: 'That payment didn’t go through.',
    text: 'It was closed before we saw any money. Should a payment arrive after all, it still counts.',
  },
  expired: {
    title: 'The time to pay is over.',
    text: 'Did you pay at the last moment? Then it still counts: your time is added when the payment arrives.',
  },
  review: {
    title: 'We have your payment.',
    text: 'A person is checking the amount. There is nothing you need to do.',
  },
  refunding: {
    title: 'Your money is on its way back.',
    text: 'It goes back the way you paid. Depending on the bank that takes a few days.',
  },
  refunded: {
    title: 'This order was refunded.',
    text: 'The money went back the way you paid, and the time it bought was taken off your account.',
  },
  again: 'Choose a plan again',
  check: 'Check again',
  getApp: 'Get the app',
  seeOrder: 'See the order',
  checking: {
    title: 'Checking your payment',
    text: 'We’re asking the payment service. This page changes by itself.',
  },
  signedOut: {
    title: 'Log in to see this order.',
    text: 'An order is shown only to the account that placed it.',
    action: 'Log in',
  },
  missing: {
    title: 'No such order here.',
    text: 'It may belong to another account. Your own orders are all on your profile.',
    action: 'See my orders',
  },
  failed: { title: 'We couldn’t load this order.', action: 'Try again' },
  ticket: {
    number: 'Order',
    product: 'Plan',
    method: 'Payment method',
    amount: 'Amount',
    date: 'Date',
    discount: 'Promo code',
    expires: 'Valid to',
    paidOn: 'Paid',
  },
}
export type OrderTexts = typeof order
export default order
