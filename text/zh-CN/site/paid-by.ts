import type { PaidByTexts } from '#text/en/site/paid-by.ts'

export default {
  card: '银行卡',
  alipay: '支付宝',
  wechat: '微信支付',
  unionpay: '银联',
  crypto: '加密货币',
} satisfies PaidByTexts
