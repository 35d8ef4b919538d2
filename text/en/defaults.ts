/** Default texts that many actions share. An action's own text takes precedence. */
export const defaults = {
  /** Default hints of input fields by field name. */
  hints: {
    reason: 'Recorded in the audit log',
    user: 'User id, account name, email, phone number or invite code of exactly one account',
    order: 'Number or id of exactly one order',
    after: 'Continues after the last row of the previous page',
    group: 'Invite code of the group',
    text: 'Name of the text, such as clause/terms-of-service',
  },
  /** Default texts for output fields without a value, by field name. */
  empty: {
    memberUntil: 'never',
    validUntil: 'never',
    creatorBefore: 'never',
    creatorAfter: 'never',
    blocked: 'no',
    takenBy: 'nobody',
    onceSent: 'unchanged',
  },
  /** Sentences that say when a second operator is needed, for actions where the reach alone decides. */
  second: {
    always: 'Always.',
    asks: 'Always: support asks, finance decides.',
    personActs: 'More users in a day than the limit, by default 10, counting this and similar acts.',
    giftPeople: 'More users in a day than the limit, by default 30.',
  },
} as const
