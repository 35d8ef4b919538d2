import type { payers as english } from '#text/en/actions/payers.ts'
import { translation } from '#text/template.ts'

export const payers = translation<typeof english>()({
  'payers.list': {
    label: '付款账户',
    about: '列出某人付款用过的银行卡、钱包或支付账户，或已停用的付款账户，最新的在前。只保存加密摘要。',
    empty: { items: '没有符合条件的付款账户。', blocked: '否' },
  },
  'payers.block': {
    label: '停用付款账户',
    about:
      '停用一张银行卡、一个钱包或支付账户：无论谁用它付款，款项都先由人工处理，退回或解除停用之前不开通任何时长。此前已购内容保留。',
    second: '超过三个账户用它付过款。',
    says: [
      '将停用付款账户 {payer}（{accounts} 个账号用过）：已付款的 {paidOrders} 笔订单不变（扣除退款后实收 {received}），待付款 {openOrders} 笔，涉及未成团的拼团 {openGroups} 个。之后的付款进入资金复核。',
      '已停用付款账户 {payer}（{accounts} 个账号用过）：已付款的 {paidOrders} 笔订单不变（扣除退款后实收 {received}），待付款 {openOrders} 笔，涉及未成团的拼团 {openGroups} 个。之后的付款进入资金复核。',
    ],
    hints: { payer: '银行卡、钱包或支付账户，填其加密摘要的前 16 位' },
  },
  'payers.unblock': {
    label: '恢复付款账户',
    about: '解除停用。因此等待、尚无人处理的付款在几秒内生效。',
    says: [
      '将恢复付款账户 {payer}（自 {since} 起停用）；款项将生效的订单 {orders} 笔。',
      '付款账户 {payer}（自 {since} 起停用）已恢复；款项生效的订单 {orders} 笔。',
    ],
    hints: { payer: '银行卡、钱包或支付账户，填其加密摘要的前 16 位' },
  },
})
