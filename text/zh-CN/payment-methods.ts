export const ways: Readonly<Record<string, string>> = {
  card: '银行卡',
  alipay: '支付宝',
  wechat: '微信支付',
  unionpay: '银联',
  crypto: '加密货币',
  stripe: 'Stripe',
  epay1: '易支付 1',
  epay2: '易支付 2',
  epay3: '易支付 3',
}
