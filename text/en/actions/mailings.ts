import type { ActionTexts } from '#text/action-text.ts'

const filterHints = {
  membership: 'State of the membership',
  plan: 'People who bought this plan (id)',
  endsWithin: 'Membership ends within this many days',
  spokenIn: 'Language that they use in their account',
  paid: 'Whether they have ever paid',
  byAffiliate: 'Whether an affiliate invited them',
  seenWithin: 'Active within this many days',
  notSeenWithin: 'Not active within this many days',
} as const

const mailHints = {
  subjectEn: 'Subject in English',
  subjectZh: 'Subject in Chinese',
  headingEn: 'Heading in English',
  headingZh: 'Heading in Chinese',
  bodyEn: 'Text in English: plain text, with an empty line between paragraphs',
  bodyZh: 'Text in Chinese',
  buttonEn: 'Label of the button in English',
  buttonZh: 'Label of the button in Chinese',
  page: 'Page of this site that the button opens',
} as const

export const mailings = {
  'segments.list': {
    label: 'Segments',
    about: 'Lists saved segments: filters that select people.',
    empty: { segments: 'No segments yet.' },
  },
  'segments.count': {
    label: 'Count a segment',
    about:
      'Counts the people that a filter selects, up to 100,000 or for one second, and shows five of them with masked names. With a segment, uses its saved filter.',
    hints: { segment: 'Name of a saved segment', ...filterHints },
    empty: { sample: 'Nobody matches.' },
  },
  'segments.save': {
    label: 'Save a segment',
    about:
      'Saves a filter under a name and replaces a segment of the same name. Mailings already sent are not affected.',
    says: ['Would save {name}, which currently selects {people} people.', 'Saved {name}.'],
    hints: { name: 'Name of the segment', ...filterHints },
  },
  'segments.remove': {
    label: 'Delete a segment',
    about: 'Deletes a segment. Mailings sent to it are kept.',
    says: ['Would delete {name}.', 'Deleted {name}.'],
    hints: { segment: 'The segment to delete' },
  },
  'mailings.list': {
    label: 'Mailings',
    about: 'Lists mailings with their progress, newest first.',
    empty: { items: 'No mailings yet.' },
  },
  'mailings.show': {
    label: 'Show a mailing',
    about:
      'Shows a mailing: its text, its progress, people whose mail server refused it, and how many unsubscribed after receiving it.',
    hints: { mailing: 'The mailing' },
    empty: { refused: 'No mail server refused it.' },
  },
  'mailings.test': {
    label: 'Send it to yourself',
    about: 'Sends the mailing only to your own address, in one language, exactly as people would receive it.',
    says: ['Would send “{subject}” to your address.', '“{subject}” is on its way to your address.'],
    hints: { inLanguage: 'Language of the test mail', ...mailHints },
  },
  'mailings.send': {
    label: 'Send a mailing',
    about:
      'Sends an email to people who subscribed to news, each in their language, from a set time and at a limited rate. Each person gets at most one news email a week. A mailing can be paused and stopped.',
    second: 'If there are more than 1,000 recipients or, for a later date, more than 1,000 subscribers.',
    says: ['Would email {people} people.', 'The mailing to {people} people will be sent at its time.'],
    hints: {
      name: 'Name for operators; recipients do not see it',
      segment: 'Segment of recipients; empty: everyone who subscribed to news',
      ...mailHints,
      sendAt: 'When sending starts; empty: immediately',
      perMinute: 'Emails per minute at most; empty: 120',
      tested: 'You have sent it to yourself and read it',
    },
  },
  'mailings.pause': {
    label: 'Pause',
    about: 'Pauses a mailing: nobody else receives it until it is resumed. Emails already on their way still arrive.',
    says: ['Would pause {name}.', '{name} is paused.'],
    hints: { mailing: 'The mailing to pause' },
  },
  'mailings.resume': {
    label: 'Resume',
    about: 'Resumes a paused mailing where it stopped.',
    says: ['Would resume {name}.', '{name} is resumed.'],
    hints: { mailing: 'The mailing to resume' },
  },
  'mailings.stop': {
    label: 'Stop for good',
    about: 'Stops a mailing for good. Emails still waiting are not sent.',
    says: ['Would stop {name} for good.', '{name} is stopped.'],
    hints: { mailing: 'The mailing to stop' },
  },
} as const satisfies Partial<ActionTexts>
