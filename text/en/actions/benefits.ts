import type { ActionTexts } from '#text/action-text.ts'

export const benefits = {
  'benefits.import': {
    label: 'Add benefit accounts',
    about:
      'Adds accounts to hand out to yearly members. Passwords are stored encrypted; accounts in use are not changed.',
    second: 'If a link leads to a host that no benefit in stock uses.',
    says: [
      'Would add {added} accounts of {kind}: {before} → {after} in stock; {known} exist already.',
      'Added {added} accounts of {kind}: {before} → {after} in stock; {known} exist already.',
    ],
    hints: {
      kind: 'Short name of the benefit',
      file: 'One account per line: account, password and https link, separated by tabs',
      nameEn: 'Name in English, for a new benefit',
      nameZh: 'Name in Chinese, for a new benefit',
      giveAgain:
        'Hands withdrawn accounts out again. For an account that someone had, the file must contain a new password.',
    },
  },
  'benefits.list': {
    label: 'Benefits',
    about:
      'Shows how many accounts of each benefit are left; for one benefit, who has which. Lapsed: held by someone whose benefits have ended.',
    hints: { kind: 'Short name of the benefit', part: 'Only accounts that nobody has, or that somebody has' },
    empty: { levels: 'No benefits yet.' },
  },
  'benefits.withdraw': {
    label: 'Withdraw a benefit account',
    about: 'Withdraws an account because it does not work or its user is no longer entitled.',
    says: ['Would withdraw {account} of {kind}.', '{account} of {kind} is withdrawn.'],
    hints: { kind: 'Short name of the benefit', account: 'The benefit account' },
  },
  'benefits.describe': {
    label: 'Rename a benefit',
    about: 'Changes the name of a benefit in both languages. Members see it at once.',
    says: ['Would change the names of {kind}.', 'The names of {kind} are changed.'],
    hints: { kind: 'Short name of the benefit', nameEn: 'Name in English', nameZh: 'Name in Chinese' },
  },
  'benefits.end': {
    label: 'Stop a benefit',
    about: 'Stops handing out a benefit. Members who have it keep it until their benefits end.',
    says: ['Would stop handing out {kind}.', '{kind} is no longer handed out.'],
    hints: { kind: 'Short name of the benefit' },
  },
  'benefits.resume': {
    label: 'Resume a benefit',
    about: 'Hands out a stopped benefit again.',
    says: ['Would hand out {kind} again.', '{kind} is handed out again.'],
    hints: { kind: 'Short name of the benefit' },
  },
} as const satisfies Partial<ActionTexts>
