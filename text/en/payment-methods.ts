/** Names of payment methods and providers, for the console and for alerts. */
export const ways: Readonly<Record<string, string>> = {
  card: 'card',
  alipay: 'Alipay',
  wechat: 'WeChat Pay',
  unionpay: 'UnionPay',
  crypto: 'crypto',
  stripe: 'Stripe',
  epay1: 'EPay 1',
  epay2: 'EPay 2',
  epay3: 'EPay 3',
}
