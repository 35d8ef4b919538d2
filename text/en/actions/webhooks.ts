import type { ActionTexts } from '#text/action-text.ts'

export const webhooks = {
  'webhooks.list': {
    label: 'Webhooks',
    about: 'Lists the addresses of your own systems that receive events, and whether they answer.',
    empty: { endpoints: 'No webhooks yet.', eventKinds: 'none', delivered: 'never', failingSince: 'no' },
  },
  'webhooks.add': {
    label: 'Add a webhook',
    about:
      'Sends events to one of your own systems as signed Standard Webhooks. The secret is shown once. docs/webhooks.md says how to check signatures.',
    second: 'If events include email addresses and phone numbers.',
    says: ['Would send events to {host} as “{endpoint}”.', 'Events are sent to {host} as “{endpoint}”.'],
    hints: {
      endpoint: 'Name of the webhook, such as bookkeeping',
      webhookAddress: 'Address that starts with https://',
      eventKinds: 'Events to send',
      withContact: 'Adds the email address and phone number of the person to each event',
    },
  },
  'webhooks.change': {
    label: 'Change a webhook',
    about: 'Changes which events a webhook receives. For another address, add another webhook.',
    second: 'If more events include email addresses and phone numbers.',
    says: ['Would change the webhook “{endpoint}”.', 'Changed the webhook “{endpoint}”.'],
    hints: {
      endpoint: 'Name of the webhook',
      eventKinds: 'Events to send',
      withContact: 'Adds the email address and phone number of the person to each event',
    },
  },
  'webhooks.rotate-secret': {
    label: 'Replace the secret of a webhook',
    about: 'Makes a new secret, shown once. For 24 hours events are signed with the new and the old secret.',
    says: [
      'Would replace the secret of “{endpoint}”. The old one works for {hours} more hours.',
      'Replaced the secret of “{endpoint}”. The old one works for {hours} more hours.',
    ],
    hints: { endpoint: 'Name of the webhook' },
  },
  'webhooks.switch': {
    label: 'Switch a webhook on or off',
    about:
      'While a webhook is off, nothing is sent to it and new events are not kept for it. Events that wait are sent once it is on again.',
    says: [
      'The webhook “{endpoint}” would be {state}. Waiting events: {waiting}.',
      'The webhook “{endpoint}” is {state}. Waiting events: {waiting}.',
    ],
    hints: { endpoint: 'Name of the webhook', on: 'Switches it on; otherwise off' },
  },
  'webhooks.remove': {
    label: 'Remove a webhook',
    about:
      'Deletes the address and secret of a webhook. Events that wait for it are not sent. Its log stays for 30 days.',
    says: [
      'Would remove the webhook “{endpoint}”. Events that would not be sent: {waiting}.',
      'Removed the webhook “{endpoint}”. Events that will not be sent: {waiting}.',
    ],
    hints: { endpoint: 'Name of the webhook' },
  },
  'webhooks.deliveries': {
    label: 'Events sent',
    about: 'Lists the events of the last 30 days and whether each webhook has received them, the newest first.',
    hints: { endpoint: 'Only this webhook', state: 'Only this state', event: 'Only this kind of event' },
    empty: {
      items: 'No events match.',
      endpoint: 'removed',
      answerCode: 'none',
      fault: 'none',
      nextAttempt: 'none',
    },
  },
  'webhooks.delivery': {
    label: 'Event sent',
    about:
      'Shows an event with its payload and the last answer of the receiver. Email addresses and phone numbers are left out here.',
    hints: { id: 'Delivery from the list' },
    empty: {
      endpoint: 'removed',
      answerCode: 'none',
      fault: 'none',
      nextAttempt: 'none',
      ended: 'not yet',
      answer: 'none',
    },
  },
  'webhooks.send-again': {
    label: 'Send again',
    about: 'Sends an event again under the same id, so that a receiver that has it already can ignore it.',
    says: ['Would send {event} to “{endpoint}” again.', '{event} is being sent to “{endpoint}” again.'],
    hints: { id: 'Delivery from the list' },
  },
  'webhooks.test': {
    label: 'Send a test event',
    about: 'Sends an event of the kind “test” to a webhook. The log shows the answer.',
    says: ['Would send a test event to “{endpoint}”.', 'A test event is being sent to “{endpoint}”.'],
    hints: { endpoint: 'Name of the webhook' },
  },
  'api.keys': {
    label: 'API keys',
    about: 'Lists the keys with which your own systems read orders, members and figures, and when each was last used.',
    empty: { apiKeys: 'No API keys yet.', scopes: 'none', lastUsed: 'never', expires: 'never' },
  },
  'api.make-key': {
    label: 'Make an API key',
    about:
      'Makes a key that reads through the API and changes nothing. The key is shown once. docs/api.md lists the calls.',
    second: 'If the key reads names, addresses or words of people.',
    says: ['Would make the API key “{keyName}”.', 'Made the API key “{keyName}”.'],
    hints: {
      keyName: 'Name of the key, such as bookkeeping',
      scopes: 'What the key may read',
      expires: 'The key ends when this day begins; empty: no end',
    },
  },
  'api.revoke-key': {
    label: 'Revoke an API key',
    about: 'Ends a key at once.',
    says: ['Would revoke the API key “{keyName}” ({beginning}…).', 'Revoked the API key “{keyName}” ({beginning}…).'],
    hints: { keyName: 'Name of the key' },
  },
} as const satisfies Partial<ActionTexts>
