import type { ActionTexts } from '#text/action-text.ts'

export const figures = {
  'today.show': {
    label: 'Today',
    about:
      'Shows today so far (in the time zone of the shop) compared with the same hours of the same weekday a week before, or up to thirty days compared with the same period before; the success rate of payments by method, members, open work, and problems. Yuan and dollars are never added.',
    hints: { days: 'Number of days including today; default 1' },
    empty: { silentProviders: 'All providers respond.', nodesDown: 'All nodes respond.', panelsInTrouble: 'none' },
  },
  'setup.show': {
    label: 'Set-up checklist',
    about: 'Shows what is still missing before the shop can sell: judged from its present state.',
  },
  'figures.months': {
    label: 'Figures by month',
    about:
      'Shows revenue, refunds, new, renewed and ended memberships of the last months in the time zone of the shop, including the current one. Yuan and dollars are never added.',
    hints: { months: 'Number of months including the current one; default 13' },
  },
  'figures.month-plans': {
    label: 'Revenue of a month by plan',
    about: 'Shows revenue and refunds of one month by plan and payment provider, in the time zone of the shop.',
    hints: { month: 'The month, such as 2026-10' },
  },
  'figures.days': {
    label: 'Figures by day',
    about:
      'Shows revenue and funnel of the last days of the shop’s time zone, including today. Past days are counted once and checked against the ledger every night.',
    hints: { days: 'Number of days; default 30' },
  },
} as const satisfies Partial<ActionTexts>
