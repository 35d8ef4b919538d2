import type { ActionTexts } from '#text/action-text.ts'

export const audit = {
  'audit.list': {
    label: 'Audit log',
    about: 'Lists what operators did, and what the system did automatically, newest first.',
    hints: {
      operator: 'Only actions by this operator; “system” for automatic ones',
      action: 'Only this action, including entries under its earlier names',
      subject: 'Object of the action: the beginning of it, or of a number or name in it',
      from: 'Not before this day or time',
      until: 'Before this day or time',
    },
    empty: { items: 'No entries found.' },
  },
  'audit.show': {
    label: 'Show an audit log entry',
    about: 'Shows an entry of the audit log with its details.',
    hints: { id: 'The entry' },
  },
} as const satisfies Partial<ActionTexts>
