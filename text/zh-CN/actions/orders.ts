import type { orders as english } from '#text/en/actions/orders.ts'
import { translation } from '#text/template.ts'

export const orders = translation<typeof english>()({
  'orders.show': {
    label: '查看订单',
    about:
      '在一页上查看订单：从付款到应用的进度、渠道的通知、支付尝试、退款、争议、账本、佣金、时长、线路、备注，以及按时间排列的全部经过。',
    empty: { paid: '未支付' },
  },
  'orders.list': {
    label: '最新订单',
    about: '列出订单，最新的在前；不指定日期时为最近 90 天。',
    hints: {
      status: '仅显示该状态的订单',
      method: '仅显示该支付方式的订单',
      plan: '仅显示该套餐的订单',
      from: '不早于该日期或时间（UTC）',
      until: '早于该日期或时间（UTC）',
    },
    empty: { items: '没有符合条件的订单。', paid: '未支付' },
  },
  'refunds.ask': {
    label: '申请退款',
    about: '申请退款：连同预览提交，由财务或所有者同意或拒绝。超过单人限额的，由财务发起。',
  },
  'refunds.batch': {
    label: '批量退款',
    about:
      '退还多笔订单剩余的全部款项，渠道退款完成后收回对应时长。不能退的会列出原因并跳过；每笔订单单独处理，中断后继续，不会重复退款。',
    second:
      '同一位运营人员一天内的退款（批量与单笔合计）超过单笔订单的限额（默认 ¥2,000 或 $300），或其中有订单需要两人处理。',
    hints: { orders: '订单号或订单 ID，最多 100 笔' },
  },
  'refunds.batch-lines': {
    label: '批量退款进度',
    about: '查看一批退款的进度：哪些已申请，哪些在等待，哪些跳过及原因。',
    hints: { batch: '批次编号，以审计记录中的为准' },
  },
  'refunds.retry': {
    label: '重试退款',
    about: '重试一笔失败的退款：金额、渠道不变，使用新编号。',
    says: [
      '订单 {number} 的退款 {refund} 失败，将重新退 {amount}。',
      '订单 {number} 的退款 {refund} 失败，已重新申请退 {amount}。',
    ],
    hints: { refund: '失败退款的编号' },
  },
  'orders.find': {
    label: '查找订单',
    about: '按订单号、订单 ID、支付尝试、退款、拼团或 UID 查找订单，最新的在前；只有一笔时显示其历史。',
    hints: { query: '已知的订单信息' },
    empty: { paid: '未支付' },
  },
  'orders.refund': {
    label: '订单退款',
    about:
      '按原路退款。全额退款在渠道完成后会同时收回时长；部分退款收回填写的天数。实付为零的订单会立即整单撤回，其优惠码恢复为未使用。',
    second:
      '此订单连同此前已退的金额，或同一位运营人员一天内的退款合计，超过限额（默认 ¥2,000 或 $300）；或退的是另一种货币。',
    hints: {
      all: '退还全部剩余款项',
      amount: '退款金额，以订单币种计',
      takeDays: '仅用于部分退款；不填则时长全部保留。渠道退款完成后生效',
    },
  },
})
