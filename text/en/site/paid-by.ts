const paidBy = {
  card: 'by card',
  alipay: 'with Alipay',
  wechat: 'with WeChat Pay',
  unionpay: 'with UnionPay',
  crypto: 'in crypto',
}
export type PaidByTexts = typeof paidBy
export default paidBy
