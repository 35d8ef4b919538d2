import type { ActionTexts } from '#text/action-text.ts'

export const orders = {
  'orders.show': {
    label: 'Show an order',
    about:
      'Shows an order on one page: its progress from payment to app, provider messages, attempts, refunds, disputes, ledger, commission, time, tunnels, notes, and the full history.',
    empty: { paid: 'never' },
  },
  'orders.list': {
    label: 'Newest orders',
    about: 'Lists orders, newest first; without dates those of the last 90 days.',
    hints: {
      status: 'Only orders with this status',
      method: 'Only orders paid by this method',
      plan: 'Only orders of this plan',
      from: 'Not before this day or time (UTC)',
      until: 'Before this day or time (UTC)',
    },
    empty: { items: 'No orders found.', paid: 'never' },
  },
  'refunds.ask': {
    label: 'Ask for a refund',
    about:
      'Asks for a refund. Finance or an owner approves or rejects the request, which includes the preview. Refunds beyond the limit of one operator must be started by finance.',
  },
  'refunds.batch': {
    label: 'Refund together',
    about:
      'Refunds the full remaining amount of several orders and takes their time back once the providers confirm. Orders that cannot be refunded are listed with the reason and skipped. If the batch is interrupted, it continues without refunding anything twice.',
    second:
      'If one operator’s refunds in a day, batches included, exceed the limit for one order, by default ¥2,000 or $300; or if an order in the batch needs two operators.',
    hints: { orders: 'Numbers or ids of up to 100 orders' },
  },
  'refunds.batch-lines': {
    label: 'Progress of a batch of refunds',
    about:
      'Shows the progress of a batch of refunds: which orders were requested, which are waiting, and which were skipped and why.',
    hints: { batch: 'Id of the batch, as shown in its audit log entry' },
  },
  'refunds.retry': {
    label: 'Retry a refund',
    about: 'Retries a failed refund: same amount, same provider, new refund number.',
    says: [
      'Would refund {amount} of order {number} again, because refund {refund} failed.',
      'Requested {amount} of order {number} again, because refund {refund} failed.',
    ],
    hints: { refund: 'Number of the failed refund' },
  },
  'orders.find': {
    label: 'Find an order',
    about:
      'Finds orders by order number, order id, payment attempt, refund, group or user id, newest first. For a single order, shows its history.',
    hints: { query: 'Anything known about the order' },
    empty: { paid: 'never' },
  },
  'orders.refund': {
    label: 'Refund an order',
    about:
      'Refunds money by the way it was paid. A full refund also takes the time back, a partial refund as many days as you enter, once the provider confirms. An order that cost nothing is taken back as a whole, at once, and its promo code counts as unused.',
    second:
      'If all refunds of this order together, or one operator’s refunds in a day, exceed the limit, by default ¥2,000 or $300; or if the refund is in another currency.',
    hints: {
      all: 'Refund the full remaining amount',
      amount: 'Amount to refund, in the currency of the order',
      takeDays:
        'Only for a partial refund. Empty: the customer keeps the time. Days are taken back once the provider confirms the refund',
    },
  },
} as const satisfies Partial<ActionTexts>
