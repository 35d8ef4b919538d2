import type { ActionTexts } from '#text/action-text.ts'

export const imports = {
  'imports.add': {
    label: 'Read a file of another panel',
    about:
      'Reads people, plans and orders of Xboard, V2board or SSPanel-UIM from a MySQL dump or a CSV export, or people from any CSV file, and lists what can be imported. Imports nobody yet. Payment settings in the file are not read. A file that is not started is deleted after 7 days.',
    says: [
      'Would read {people} people and {orders} orders; {refused} people are refused.',
      'Read {people} people and {orders} orders as {id}; {refused} people are refused. Nobody is imported yet: look at the plans, then start the import.',
    ],
    hints: {
      source: 'Where the file comes from; csv: a file with a column of email addresses',
      file: 'The dump or CSV file, not compressed',
      origin: 'Name of the old shop, if you import from several; default: the source',
      offset: 'Time zone of dates without one; default: +08:00',
      hash: 'How SSPanel-UIM or a CSV file hashed passwords, if not by bcrypt or argon2',
      salt: 'Salt of SSPanel-UIM, from its configuration',
    },
    empty: { reasons: 'No row is refused.', plans: 'Nobody has a plan.', name: 'without a name' },
  },
  'imports.discard': {
    label: 'Delete a file that was read',
    about: 'Deletes a file that was read but not started.',
    says: ['Would delete {rows} rows of {origin}.', 'Deleted {rows} rows of {origin}.'],
    hints: { id: 'The import' },
  },
  'imports.start': {
    label: 'Start an import',
    about:
      'Imports the people of a file that was read. They sign in with their old password, keep their time, and their old subscription link leads to a new one. A background job does the work and goes on after an interruption. The same file again changes nothing; a newer file changes what is new.',
    says: [
      'Would add {added} people, {members} of them with time, and change {changed}; {same} stay as they are, {refused} are refused.',
      'Importing: {added} people are added, {members} of them with time, {changed} change, {same} stay as they are, {refused} are refused. See the list of imports.',
    ],
    hints: {
      id: 'The import',
      plans: 'For each old plan one of your plans, whose number of devices people get',
      neverMonths: 'Months of time in place of a membership that never ends; empty: such people are refused',
      balancePerDay: 'Old balance for which one day is given; empty: balances are not turned into time',
      language: 'Language of messages to these people; default: Chinese',
    },
    empty: { reasons: 'No row is refused.' },
  },
  'imports.undo': {
    label: 'Undo an import',
    about:
      'Deletes the people whom an import added, with their time and links. People who have signed in, use their old link, or have an order stay, and so do changes to people of an earlier import. People whom a panel knows are deleted once it has closed them.',
    says: [
      'Would delete {people} people of {origin}. {joined} have signed in and stay.',
      'Deleting {people} people of {origin}. {joined} have signed in and stay. See the list of imports.',
    ],
    hints: { id: 'The import' },
  },
  'imports.list': {
    label: 'Imports',
    about: 'Lists imports, newest first, with their progress.',
    empty: { items: 'No imports yet.', failure: 'none', started: 'not started', ended: 'not ended' },
  },
  'imports.show': {
    label: 'An import',
    about: 'Shows an import: its counts, the reasons of refusals, and the old plans with the number of their people.',
    hints: { id: 'The import' },
    empty: { reasons: 'No row is refused.', plans: 'All plans are imported.', failure: 'none', name: 'without a name' },
  },
  'imports.refused': {
    label: 'Refused rows',
    about: 'Lists the rows of an import that are refused, with the reason. Rows are deleted 30 days after the import.',
    hints: { id: 'The import', afterRow: 'Continues after this row' },
    empty: { items: 'No row is refused.' },
  },
  'imports.orders': {
    label: 'Earlier orders of a user',
    about: 'Lists the orders of a user in the panel that the shop used before. They count in no figure.',
    empty: { items: 'The user has no earlier orders.', paid: 'not paid' },
  },
} as const satisfies Partial<ActionTexts>
