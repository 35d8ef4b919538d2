import type { ActionTexts } from '#text/action-text.ts'

export const connections = {
  'connections.list': {
    label: 'Connections',
    about:
      'Shows each payment provider, mail, SMS and network: whether it is set up, what is missing, and when it last worked or failed.',
  },
  'connections.set': {
    label: 'Save keys',
    about:
      'Saves the keys of a connection, encrypted. They are never shown again. The shop uses them within seconds, without a restart.',
    says: [
      '{connection}: {change}. Settings: {settings}. {formerKeys}',
      '{connection}: {change}. Settings: {settings}. {formerKeys}',
    ],
    hints: {
      connection: 'Name of the connection',
      values: 'Values by setting name; a setting that ends in _FILE has the text of the file',
      leaked: 'The old keys may be known to others: stop accepting them at once',
    },
  },
  'connections.remove': {
    label: 'Remove keys',
    about: 'Removes the keys of a connection that were entered in the console. Nothing new begins with it.',
    says: ['Would remove the keys of {connection}. {formerKeys}', 'Removed the keys of {connection}. {formerKeys}'],
    hints: {
      connection: 'Name of the connection',
      leaked: 'The keys may be known to others: stop accepting them at once',
    },
  },
  'connections.test': {
    label: 'Test a connection',
    about:
      'Asks the other side something harmless, or sends a message to you. No money is moved. At most 20 tests an hour and 5 SMS a day for each operator.',
    says: ['{connection}: {says}', '{connection}: {says}'],
    hints: {
      connection: 'Name of the connection',
      phone: 'Phone number for a test SMS, with its country code, such as +8613800138000',
    },
  },
} as const satisfies Partial<ActionTexts>
