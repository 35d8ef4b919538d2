export const ways: Readonly<Record<string, string>> = {
  card: '银行卡',
  alipay: '支付宝',
  wechat: '微信支付',
  unionpay: '银联',
  crypto: '加密货币',
  stripe: 'Stripe',
}
