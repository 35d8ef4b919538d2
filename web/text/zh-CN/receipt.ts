import type { ReceiptTexts } from '../en/receipt.ts'
import order from './order.ts'

export default {
  methods: order.methods,
  statuses: order.statuses,
  title: '收据',
  number: '订单号',
  paidOn: '付款日期',
  product: '套餐',
  price: '价格',
  discount: '优惠码',
  amount: '实付',
  method: '付款方式',
  status: '状态',
  validTo: '有效期至',
  name: '抬头',
  nameHint: '选填，只印在纸上，不会保存。',
  print: '打印',
  back: '返回订单',
  unpaid: '这笔订单没有付款，所以没有收据。',
  missing: '这里没有这笔订单，它可能属于另一个账号。',
  failed: '订单加载失败。',
  retry: '重试',
} satisfies ReceiptTexts
