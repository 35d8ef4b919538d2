import order from './order.ts'

const receipt = {
  methods: order.methods,
  statuses: order.statuses,
  title: 'Receipt',
  number: 'Order',
  paidOn: 'Paid on',
  product: 'Plan',
  price: 'Price',
  discount: 'Promo code',
  amount: 'Amount paid',
  method: 'Paid by',
  status: 'Status',
  validTo: 'Valid to',
  name: 'Name on the receipt',
  nameHint: 'Optional. It is printed and not kept anywhere.',
  print: 'Print',
  back: 'Back to your orders',
  unpaid: 'There is no receipt for this order: nothing was paid.',
  missing: 'No such order here. It may belong to another account.',
  failed: 'We couldn’t load this order.',
  retry: 'Try again',
}
export type ReceiptTexts = typeof receipt
export default receipt
