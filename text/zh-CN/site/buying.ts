import type { BuyingText } from '#text/en/site/buying.ts'

export default {
  pricing: '套餐与价格',
  pricingDescription: '想走多远选多远，付一次，绝不自动续费。',
  purchased: '购买结果',
  purchasedDescription: '这笔付款的结果。',
  cryptoPay: '加密货币支付',
  cryptoPayDescription: '选好网络和币种，用钱包或交易所转账。',
} satisfies BuyingText
