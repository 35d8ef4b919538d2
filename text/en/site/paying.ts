import paidBy from './paid-by.ts'

const paying = {
  promoLabel: 'Promo code',
  promoApply: 'Apply',
  promoChecking: 'Checking the code',
  promoApplied: (code: string, amount: string) => `${code} takes off ${amount}`,
  promoFits: {
    or: ' or ',
    stop: '.',
    gap: ' ',
    plans: (names: string) => `It applies to ${names}.`,
    by: paidBy,
    methods: (ways: string) => `It applies when you pay ${ways}.`,
    currencies: (names: string) => `It applies to prices in ${names}.`,
    noPlan: 'None of the plans it applies to is on sale now.',
  },
  promoRemove: (code: string) => `Remove ${code}`,
  giftLabel: 'Redeem code',
  giftHint: '16 letters and digits, in either case',
  giftRedeem: 'Redeem',
  giftForm: 'A redeem code has 16 characters. Check it.',
  giftSignIn: 'Create an account or log in to use this code. It will be filled in when you come back.',
  giftDoors: { register: 'Create an account', login: 'Log in' },
  giftDone: (date: string) => `Redeemed. Your membership now runs to ${date}.`,
  /** Own order of the chosen plan: not paid yet, being checked, or a paid seat of a group that is not full yet. */
  pending: {
    unpaid: { text: (number: string) => `Order ${number} is still unpaid.`, link: 'Continue paying' },
    checked: { text: (number: string) => `Order ${number} is still being checked.`, link: 'See the order' },
    seat: { text: (number: string) => `Your group seat is paid, order ${number}.`, link: 'See the group' },
  },
  scan: {
    alipay: 'Scan with Alipay',
    wechat: 'Scan with WeChat',
    unionpay: 'Scan with UnionPay',
    card: 'Scan',
    crypto: 'Scan',
  },
  qrLabel: (method: string) => `QR code for paying with ${method}`,
  openHere: 'Open it in this browser instead',
}
export type PayingTexts = typeof paying
export default paying
