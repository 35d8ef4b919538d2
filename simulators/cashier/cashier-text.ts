import type { FastifyRequest } from 'fastify'

export type Language = 'en' | 'zh-CN'

/** Language from `?lang=`, otherwise from the browser: English if its first tag contains "en", otherwise Chinese. */
export function languageOf(request: FastifyRequest): Language {
  const asked = (request.query as { lang?: string }).lang
  if (asked === 'en' || asked === 'zh-CN') return asked
  const first = request.headers['accept-language']?.split(',', 1)[0] ?? ''
  return first.toLowerCase().includes('en') ? 'en' : 'zh-CN'
}

const en = {
  title: 'Gateway simulator',
  notice: (gateway: string) => `This is not ${gateway}. No real money moves here.`,
  other: '中文',
  order: "Shop's number",
  trade: 'Trade number',
  until: 'Pay before',
  pay: (amount: string) => `Pay ${amount}`,
  cancel: 'Cancel and go back',
  decline: 'Let the bank refuse it',
  more: 'What else can happen',
  payLess: (amount: string) => `Pay ${amount}, 0.01 too little`,
  payMore: (amount: string) => `Pay ${amount}, 0.01 too much`,
  payLate: 'Pay after the window has closed',
  payTwice: 'Pay, and notify twice',
  paySilent: 'Pay, and lose the notification',
  paid: 'Paid',
  closed: 'Closed',
  refunded: 'Refunded',
  back: 'Back to the shop',
  failed: 'The gateway refused this request',
  failedHint: 'Its signature, its time or its content is not what this gateway accepts.',
}

const zhCN: typeof en = {
  title: '支付网关模拟器',
  notice: (gateway) => `这里不是${gateway}，不会真的扣款。`,
  other: 'English',
  order: '商户单号',
  trade: '交易号',
  until: '付款截止',
  pay: (amount) => `支付 ${amount}`,
  cancel: '取消并返回',
  decline: '让银行拒绝',
  more: '还可能发生什么',
  payLess: (amount) => `只付 ${amount}，少 0.01`,
  payMore: (amount) => `付 ${amount}，多 0.01`,
  payLate: '过了截止时间再付',
  payTwice: '付款，通知发两次',
  paySilent: '付款，通知丢失',
  paid: '已付款',
  closed: '已关闭',
  refunded: '已退款',
  back: '返回商家',
  failed: '网关拒绝了这个请求',
  failedHint: '签名、时间或内容不符合网关的要求。',
}

export const gatewayNames = {
  alipay: { en: 'Alipay', 'zh-CN': '支付宝' },
  wechat: { en: 'WeChat Pay', 'zh-CN': '微信支付' },
  unionpay: { en: 'UnionPay', 'zh-CN': '银联' },
  stripe: { en: 'Stripe', 'zh-CN': ' Stripe' },
  epay1: { en: 'EPay V1', 'zh-CN': '易支付 V1' },
  epay2: { en: 'EPay V2', 'zh-CN': '易支付 V2' },
} as const

export const cashierTexts: Record<Language, typeof en> = { en, 'zh-CN': zhCN }
