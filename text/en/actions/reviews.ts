import type { ActionTexts } from '#text/action-text.ts'

export const reviews = {
  'reviews.list': {
    label: 'Money reviews',
    about: 'Lists payments and refunds that a person must check, oldest first.',
    empty: { items: 'Nothing is waiting for a decision.' },
  },
  'reviews.show': {
    label: 'Show a review',
    about:
      'Shows an item of the review queue, decided or not: why it was opened, which decisions are possible now, and how the last five of the same kind were decided.',
    hints: { id: 'The review item' },
    empty: { decided: 'not yet', alike: 'None of this kind has been decided before.' },
  },
  'queue.take': {
    label: 'Take it for 30 minutes',
    about:
      'Reserves an item of the review queue for you for 30 minutes, so that nobody else decides it. Repeat to extend it by 30 minutes, or give it back.',
    says: [
      'The item ({about}) would be reserved for you until: {until}.',
      'The item ({about}) is reserved for you until: {until}.',
    ],
    hints: {
      id: 'The review item',
      leave: 'Gives the item back to the other operators',
      over: 'Takes the item over although another operator is working on it (finance and owners)',
    },
    empty: { until: 'not reserved' },
  },
  'reviews.decide': {
    label: 'Decide a review',
    about:
      'Decides an item of the review queue. Keep: nothing changes. Refund: the remaining amount or a part of it is refunded; with a part, the time is kept or as many days as you enter are taken back. Lost: a dispute was lost, with the disputed amount. Won: a dispute was won, and the buyer gets the time back. Retry: a failed refund is sent again. Settled: the money was returned another way, such as a bank transfer. A later message of the provider overrides Lost and Won.',
    second: 'If a refund exceeds the limit of refunds.',
    hints: {
      id: 'The review item',
      decision: 'Your decision',
      amount: 'For a refund: amount, in the currency of the order',
      takeDays:
        'Only for a partial refund. Empty: the customer keeps the time. Days are taken back once the provider confirms the refund',
    },
  },
  'reviews.ask-decide': {
    label: 'Ask for a decision',
    about:
      'Asks for a decision on an item of the review queue. Finance or an owner approves or rejects the request, which includes the preview. Refunds beyond the limit of one operator must be started by finance.',
  },
} as const satisfies Partial<ActionTexts>
