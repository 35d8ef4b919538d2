import type { ActionTexts } from '#text/action-text.ts'

export const search = {
  'search.find': {
    label: 'Search',
    about:
      'Finds people, orders, payment attempts, refunds, payments, payouts, groups, promo codes and redeem codes by anything that names them: an id, name, email, phone number (or its last digits), invite code, provider’s number, hash or address. Shows five of each. Viewers see addresses masked and find people by them only if they type the whole address.',
    hints: { query: 'What someone says or pastes' },
    empty: { hits: 'Nothing found.' },
  },
  'search.preview': {
    label: 'Search result at a glance',
    about:
      'Shows the main facts about a person or an order, so that you can answer someone who paid and got nothing: membership end, order, last payment message and open reviews. For a person: their newest order, and the payments of their twenty newest orders. Viewers see addresses masked.',
    hints: { kind: 'Kind of result', id: 'User id of a person, or number of an order' },
  },
} as const satisfies Partial<ActionTexts>
