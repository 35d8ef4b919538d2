import type { promos as english } from '#text/en/actions/promos.ts'
import { translation } from '#text/template.ts'

export const promos = translation<typeof english>()({
  'promos.create': {
    label: '创建优惠码',
    about: '创建优惠码。不设限制和范围时，对所有人和所有商品有效。',
    second: '优惠超过限额（默认 50%），或固定减免金额占价格的比例超过限额。',
    says: ['将创建优惠码 {code}：减免 {discount}。', '优惠码 {code} 现已生效。'],
    hints: {
      code: '优惠码',
      percent: '折扣百分比，大于 0 且不超过 100',
      kind: '按比例或固定金额',
      offCny: '人民币价格的减免额，如 20.00；不填则不适用于人民币价格',
      offUsd: '美元价格的减免额，如 3.00；不填则不适用于美元价格',
      note: '用途说明',
      goods: '仅适用于这些套餐',
      methods: '仅适用于这些支付方式',
      firstPurchase: '仅限首次购买',
      from: '生效时间',
      until: '失效时间',
      maxUses: '总使用次数上限',
      maxPerUser: '每个账户的使用次数上限',
    },
    empty: {
      atMost: '使用次数不限。',
      goods: '所有套餐',
      methods: '所有支付方式',
      from: '即时',
      until: '长期',
      maxUses: '不限',
      maxPerUser: '不限',
    },
  },
  'promos.list': {
    label: '优惠码',
    about: '列出优惠码及其使用情况。',
    empty: { items: '还没有优惠码。', until: '长期有效' },
  },
  'promos.disable': {
    label: '停用优惠码',
    about: '停用优惠码。已使用该码的订单价格不变。',
    says: [
      '将停用 {code}；价格不变的待付订单：{openOrders} 笔。',
      '优惠码 {code} 已停用；价格不变的待付订单：{openOrders} 笔。',
    ],
    hints: { code: '优惠码' },
  },
  'redeem.create': {
    label: '生成兑换码',
    about: '生成一批兑换码，仅显示一次，之后任何人都无法再次查看。',
    second: '同一操作员一天内生成的兑换码超过限额（默认 500 个），或价值超过退款限额（默认 ¥2,000 或 $300）。',
    hints: {
      name: '批次名称',
      count: '兑换码数量',
      months: '每个兑换码包含的月数',
      bonusDays: '额外天数',
      devices: '可用设备数',
      until: '兑换截止时间',
    },
    empty: { worth: '没有可比的在售套餐。' },
  },
  'redeem.list': {
    label: '兑换码批次',
    about: '列出兑换码批次及已兑换数量。',
    empty: { items: '还没有兑换码批次。', until: '长期有效' },
  },
  'redeem.disable': {
    label: '作废批次',
    about: '作废批次中剩余的兑换码。已兑换的时长保留。',
    says: [
      '将作废批次“{name}”：{count} 个兑换码中剩余的 {left} 个失效；已兑换且保留时长的：{redeemed} 个。',
      '批次“{name}”已作废：{count} 个兑换码中剩余的 {left} 个已失效；已兑换且保留时长的：{redeemed} 个。',
    ],
    hints: { name: '批次名称' },
  },
})
