import type { ActionTexts } from '#text/action-text.ts'

export const exports = {
  'exports.start': {
    label: 'Start an export',
    about:
      'Exports a list as CSV, as of one moment. The list of exports shows the progress. Only you can read the file; it is deleted after 24 hours. A file with personal data is deleted earlier if a person’s account is erased.',
    says: [
      'Would export {list} with these columns: {columns}. Personal data: {personal}. The file is kept for {hours} hours.',
      'Exporting {list} as {id}; see the list of exports. The file is kept for {hours} hours.',
    ],
    hints: {
      list: 'The list to export',
      columns: 'Only these columns; empty: all that are not personal',
      personal: 'Confirms that columns with personal data are needed',
      month: 'A whole month in the time zone of the shop, in place of two days',
      from: 'Not before this day or time',
      until: 'Before this day or time',
      currency: 'For orders, accounting and the ledger: only this currency',
      status: 'For orders: only this status',
      operator: 'For the audit log: only this operator',
      action: 'For the audit log: only this action',
      membership: 'For people: members, former members, or those who never were',
      endsWithin: 'For people: membership ends within this number of days',
      plan: 'For people: bought this plan and kept it',
      paid: 'For people: with a paid order that was not refunded, or without one',
      blocked: 'For people: blocked accounts, or the others',
      spokenIn: 'For people: only this language',
    },
  },
  'exports.list': {
    label: 'Exports',
    about: 'Lists your own files of the last 24 hours, newest first, with the number of rows or the reason of failure.',
    empty: { items: 'You have no files.' },
  },
  'exports.show-mail': {
    label: 'Monthly mail to the accountant',
    about: 'Shows who is mailed each month, whether the address is confirmed, and when the next mail leaves.',
  },
  'exports.set-mail': {
    label: 'Mail the accountant each month',
    about:
      'Sends this address a link that confirms it. From then on it gets a mail after each month, in the time zone of the shop. The mail has a link to the accountant’s list, which needs a sign-in with the role finance; it contains no figures and no data of people.',
    says: [
      'Would send {address} a link that confirms it, valid for {days} days.',
      'Sent {address} a link that confirms it, valid for {days} days. The first mail leaves after the month of the confirmation.',
    ],
    hints: {
      email: 'Address of the accountant, who signs in as an operator of the role finance',
      language: 'Language of the mails',
    },
  },
  'exports.end-mail': {
    label: 'End the monthly mail',
    about: 'Deletes the address. The accountant gets no more mails.',
    says: ['Would end the mails to {address}.', 'Ended the mails to {address}.'],
  },
  'exports.read': {
    label: 'Read a file',
    about:
      'Reads a part of one of your own files, 5,000 rows each; the first part begins with the column names. Each download needs a code. Files with personal data are also recorded in the audit log.',
    hints: { id: 'The file', part: 'Number of the part; default: the first' },
  },
} as const satisfies Partial<ActionTexts>
