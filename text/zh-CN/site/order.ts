import type { OrderTexts } from '#text/en/site/order.ts'
import paidBy from './paid-by.ts'

export default {
  methods: { alipay: '支付宝', wechat: '微信支付', unionpay: '银联', card: '银行卡', crypto: '加密货币' },
  close: '关闭',
  payWith: (method) => `用${paidBy[method]}付款`,
  openProvider: (method: string) => `打开${method}`,
  goOn: '继续付款',
  enterCard: '去填卡号',
  waiting: '等你付款',
  timeLeft: '剩余付款时间',
  minutesLeft: (minutes: number) => `还剩 ${minutes}\u00a0分钟付款`,
  timeIsUp: '时间到了，已付款就点“我已付款”。',
  paid: '我已付款',
  asking: '正在向支付渠道查询',
  closeIsSafe: (number: string, minutes: number) =>
    `可以关掉，付款照样到账。订单 ${number} 保留 ${minutes}\u00a0分钟。`,
  notDetected: (number: string) => `没查到付款，银行有时较慢。如已扣款，请联系客服，订单号 ${number}。`,
  support: '联系客服',
  success: { title: '付款成功，出发！' },
  seeOrder: '查看订单',
} satisfies OrderTexts
