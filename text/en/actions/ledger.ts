import type { ActionTexts } from '#text/action-text.ts'

export const ledger = {
  'ledger.verify': {
    label: 'Verify the ledger',
    about:
      'Verifies the ledger: balanced in every currency, consistent with the verified payments, and equal to the figures of each day.',
  },
  'ledger.postings': {
    label: 'Postings',
    about: 'Lists the postings of the ledger, the oldest first. Those with the source “refund” are refunds.',
    hints: { from: 'From this day on', until: 'Until before this day', currency: 'Only this currency' },
    empty: { items: 'No postings match.', order: 'none' },
  },
  'payments.lists': {
    label: 'Lists by day',
    about:
      'Shows, day by day, whether the providers’ own lists have been compared. Missing or unreadable lists are tried again every six hours. EPay gateways with MD5 have no list, so they are not shown.',
  },
  'payments.reconcile': {
    label: 'Compare with providers',
    about:
      'Compares the payments of the last days with the providers and their lists. Missed payments are recorded; differences go to review.',
    hints: { days: 'Number of days to go back; default 3' },
  },
} as const satisfies Partial<ActionTexts>
