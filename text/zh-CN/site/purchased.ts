import type { PurchasedTexts } from '#text/en/site/purchased.ts'

export default {
  checking: {
    title: '正在确认付款',
    text: '正在向支付渠道查询，有结果会自动更新。',
  },
  missing: {
    title: '没有这笔订单。',
    text: '可能是别的账号下的单。你的订单都在账户的“订单”里。',
    action: '看我的订单',
  },
  failed: { title: '订单没加载出来。', action: '再试一次' },
} satisfies PurchasedTexts
