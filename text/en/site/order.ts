import type { Method } from '#shared/method.ts'
import paidBy from './paid-by.ts'

const order = {
  methods: { alipay: 'Alipay', wechat: 'WeChat Pay', unionpay: 'UnionPay', card: 'Card', crypto: 'Crypto' },
  close: 'Close',
  payWith: (method: Method) => `Pay ${paidBy[method]}`,
  openProvider: (method: string) => `Open ${method}`,
  goOn: 'Continue paying',
  enterCard: 'Enter card details',
  waiting: 'Waiting for your payment',
  timeLeft: 'Time left to pay',
  minutesLeft: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to pay`,
  timeIsUp: 'The time is up. If you’ve paid, press “I’ve paid”.',
  paid: 'I’ve paid',
  asking: 'Asking the payment service',
  closeIsSafe: (number: string, minutes: number) =>
    `You can close this window. We’ll still see your payment, and order ${number} stays open for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  notDetected: (number: string) =>
    `Payment not detected. Banks can take a minute. If the money has left your account, contact support with your order number, ${number}.`,
  support: 'Contact support',
  success: { title: 'You’re on your way.' },
  seeOrder: 'See the order',
}
export type OrderTexts = typeof order
export default order
