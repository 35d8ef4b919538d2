import type { ActionTexts } from '#text/action-text.ts'

export const figures = {
  'today.show': {
    label: 'Today',
    about:
      'Shows today so far (UTC) compared with the same hours of the same weekday a week before, or up to thirty days compared with the same period before; the success rate of payments by method, members, open work, and problems. Yuan and dollars are never added.',
    hints: { days: 'Number of days including today; default 1' },
    empty: { silentProviders: 'All providers respond.', nodesDown: 'All nodes respond.', panelsInTrouble: 'none' },
  },
  'setup.show': {
    label: 'Set-up checklist',
    about: 'Shows what is still missing before the shop can sell: judged from its present state.',
  },
  'figures.days': {
    label: 'Figures by day',
    about:
      'Shows revenue and funnel of the last days (UTC), including today. Past days are counted once and checked against the ledger every night.',
    hints: { days: 'Number of days; default 30' },
  },
} as const satisfies Partial<ActionTexts>
