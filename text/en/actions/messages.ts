import type { ActionTexts } from '#text/action-text.ts'

export const messages = {
  'messages.list': {
    label: 'Messages',
    about: 'Lists conversations with support: open ones, longest wait first, or answered or solved ones.',
    hints: {
      state: 'open (default): needs an answer; pending: answered, waiting for the customer; solved: closed',
      tag: 'Only conversations with this tag',
      spokenIn: 'Language that the customer uses in their account',
      assigned: 'me, nobody, or others: another operator',
      contains:
        'Words in the newest ten messages of a conversation, or in the name. Each page searches 200 conversations.',
    },
    empty: { items: 'Nobody is waiting.' },
  },
  'messages.show': {
    label: 'Show a conversation',
    about: 'Shows a person’s messages to support and the answers, in order.',
    hints: { before: 'Shows entries before this one' },
    empty: { waits: 'no', address: 'only the account', entries: 'No messages.' },
  },
  'messages.take': {
    label: 'Assign to me',
    about:
      'Assigns a conversation to you. For 30 minutes nobody else can answer it; repeat to extend that. It stays assigned to you until you leave it or somebody else takes it.',
    hints: { leave: 'Ends the assignment instead' },
    says: [
      'Would change the assignment of the conversation with user {uid}. Reserved for you until: {until}.',
      'Changed the assignment of the conversation with user {uid}. Reserved for you until: {until}.',
    ],
    empty: { until: 'not reserved' },
  },
  'messages.tags': {
    label: 'Tags of conversations',
    about: 'Lists the tags in use, most used first.',
    empty: { tags: 'No tags yet.' },
  },
  'messages.tag': {
    label: 'Tag the conversation',
    about: 'Sets the tags of a conversation. Customers never see them, and they are not in their data export.',
    hints: { tags: 'All tags, up to 5; letters, digits, spaces, hyphens. None removes all.' },
    says: [
      'Would set the tags of the conversation with user {uid}.',
      'Set the tags of the conversation with user {uid}.',
    ],
    empty: { tags: 'none', before: 'none' },
  },
  'messages.replies': {
    label: 'Canned replies for a customer',
    about:
      'Lists canned replies filled for a customer, those for their situation first. With an order, they speak of it instead of the newest one.',
    empty: { situations: 'none', replies: 'No canned replies yet.', missing: 'nothing' },
  },
  'replies.list': {
    label: 'Canned replies',
    about: 'Lists canned replies with their texts in both languages.',
    empty: { replies: 'No canned replies yet.', usedFor: 'any' },
  },
  'replies.save': {
    label: 'Save a canned reply',
    about:
      'Saves a canned reply under a name, and replaces one of the same name. {{plan}}, {{daysLeft}}, {{endsOn}}, {{orderNumber}}, {{orderPlan}}, {{planLink}}, {{ordersLink}}, {{appsLink}} and {{brand}} are filled for each customer.',
    hints: {
      name: 'Name in the list of replies',
      textEn: 'For customers who use English; plain text, up to 4,000 characters',
      textZh: 'For customers who use Chinese; plain text, up to 4,000 characters',
      usedFor: 'Suggested to customers in this situation',
    },
    says: ['Would save the canned reply {name}.', 'Saved the canned reply {name}.'],
    empty: { usedFor: 'any' },
  },
  'replies.remove': {
    label: 'Delete a canned reply',
    about: 'Deletes a canned reply. Answers already sent are not affected.',
    hints: { reply: 'The canned reply to delete' },
    says: ['Would delete the canned reply {name}.', 'Deleted the canned reply {name}.'],
    empty: { usedFor: 'any' },
  },
  'messages.answer': {
    label: 'Answer',
    about:
      'Answers a person in their account, and by email if they have an address. Starts a conversation if none is open.',
    second:
      'If a link leads to a host that no public text or setting uses, and such answers and similar acts reach more users in a day than the limit, by default 10.',
    hints: {
      text: 'The answer that the person reads, up to 4,000 characters',
      last: 'The last entry that you read. If anybody has written since, nothing is sent.',
      close: 'Marks the conversation as solved as well; a reply within 14 days reopens it',
    },
  },
  'messages.reopen': {
    label: 'Reopen the conversation',
    about:
      'Reopens the conversation that was solved last, with all its messages. A person without an answer waits for one again.',
    says: [
      'Would reopen the conversation with user {uid}. Unanswered: {unanswered}.',
      'Reopened the conversation with user {uid}. Unanswered: {unanswered}.',
    ],
  },
  'messages.close': {
    label: 'Mark as solved',
    about: 'Marks a conversation as solved. A message within 14 days reopens it; a later one starts a new one.',
    says: [
      'Would mark the conversation with user {uid} as solved. Unanswered: {unanswered}.',
      'Marked the conversation with user {uid} as solved. Unanswered: {unanswered}.',
    ],
  },
} as const satisfies Partial<ActionTexts>
