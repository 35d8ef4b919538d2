import type { ActionTexts } from '#text/action-text.ts'

export const messages = {
  'messages.list': {
    label: 'Messages',
    about: 'Lists messages to support: those waiting for an answer, longest wait first, or answered or closed ones.',
    hints: { state: 'Filters by state; by default threads waiting for an answer' },
    empty: { items: 'Nobody is waiting.' },
  },
  'messages.show': {
    label: 'Show a conversation',
    about: 'Shows a person’s messages to support and the answers, in order.',
    hints: { before: 'Shows entries before this one' },
    empty: { waits: 'no', address: 'only the account', entries: 'No messages.' },
  },
  'messages.take': {
    label: 'Take it for 30 minutes',
    about:
      'Reserves a conversation for you for 30 minutes, so that nobody else answers it. Repeat to extend it by 30 minutes.',
    says: [
      'The conversation with user {uid} would be reserved for you until {until}.',
      'The conversation with user {uid} is reserved for you until {until}.',
    ],
  },
  'messages.answer': {
    label: 'Answer',
    about:
      'Answers a person in their account, and by email if they have an address. Starts a conversation if none is open.',
    second:
      'If a link leads to a host that no public text or setting uses, and such answers and similar acts reach more users in a day than the limit, by default 10.',
    hints: {
      text: 'The answer that the person reads, up to 4,000 characters',
      last: 'The last entry that you read. If the person has written since, nothing is sent.',
      close: 'No reply is expected: closes the conversation as well',
    },
  },
  'messages.reopen': {
    label: 'Reopen the conversation',
    about:
      'Reopens the conversation that was closed last, with all its messages. A person without an answer waits for one again.',
    says: [
      'Would reopen the conversation with user {uid}. Unanswered: {unanswered}.',
      'Reopened the conversation with user {uid}. Unanswered: {unanswered}.',
    ],
  },
  'messages.close': {
    label: 'Close the conversation',
    about: 'Closes a person’s conversation. Their next message starts a new one.',
    says: [
      'Would close the conversation with user {uid}. Unanswered: {unanswered}.',
      'Closed the conversation with user {uid}. Unanswered: {unanswered}.',
    ],
  },
} as const satisfies Partial<ActionTexts>
