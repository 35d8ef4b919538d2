import type { ActionTexts } from '#text/action-text.ts'

export const groups = {
  'groups.list': {
    label: 'Groups',
    about: 'Lists the newest groups, or those with one status.',
    hints: { status: 'Only groups with this status' },
    empty: { items: 'No groups found.' },
  },
  'groups.show': {
    label: 'Show a group',
    about: 'Shows a group: its seats, who paid for them, and its history.',
    empty: { paid: 'never' },
  },
  'groups.remove-seat': {
    label: 'Remove a seat',
    about:
      'Removes a person from their seat of a group and takes back the time that came with it. Their own payment is refunded. If the creator paid for the seat, it becomes free for someone else, or its price is refunded to the creator.',
    second: 'If the refund exceeds the limit of refunds.',
    hints: {
      seat: 'Number of the seat, as shown in the group',
      moneyBack: 'If the creator paid for the seat: refunds its price to the creator and removes the seat',
      reason: 'The person in the seat reads this',
    },
    empty: { before: 'never', after: 'never' },
  },
  'groups.ask-remove-seat': {
    label: 'Ask to remove a seat',
    about:
      'Asks to remove a seat of a group. Finance or an owner approves or rejects the request, which includes the preview. Refunds beyond the limit of one operator must be started by finance.',
  },
  'groups.expire': {
    label: 'End a group now',
    about: 'Ends a group now. If it is not full, it expires and all payments are refunded.',
  },
  'groups.ask-expire': {
    label: 'Ask to end a group',
    about: 'Asks to end a group now. Finance or an owner approves or rejects the request, which includes the preview.',
  },
} as const satisfies Partial<ActionTexts>
