import type { ActionTexts } from '#text/action-text.ts'

export const alerts = {
  'alerts.list': {
    label: 'Alerts',
    about:
      'Lists alerts, newest first: open, acknowledged, or past. An alert resolves automatically when its cause is gone.',
    hints: { state: 'Filters by state; by default open alerts' },
    empty: { items: 'No alerts found.', toldTo: 'nobody' },
  },
  'alerts.count': { label: 'Count of alerts', about: 'Counts unacknowledged alerts, up to 1,000.' },
  'alerts.acknowledge': {
    label: 'Acknowledge',
    about:
      'Marks an alert as being worked on: no more reminders are sent. You are reminded again if it gets worse; it resolves automatically when its cause is gone.',
    says: ['Would acknowledge {count}: {what}.', 'Acknowledged {count}: {what}.'],
    hints: { alert: 'One alert', kind: 'All unacknowledged alerts of a kind', note: 'Note for other operators' },
  },
  'notifications.show': {
    label: 'My notifications',
    about: 'Shows which notifications you get, how and when, and whether your webhook accepts them.',
  },
  'notifications.set': {
    label: 'Change my notifications',
    about:
      'Sets which notifications you get, how and when. Only you can change them. You get at most one message per kind and hour, or per ten minutes if urgent; messages never name a user. A new webhook needs a code, and its secret is shown once. Fewer notifications need a code, too, and you are told by email.',
    hints: {
      mail: 'Kinds of alerts sent by email',
      webhook: 'Kinds of alerts sent to your webhook',
      timeZone: 'Your time zone, such as Europe/Berlin',
      quiet: 'Quiet hours, such as 22:00-07:00, or “none”',
      digest: 'Time of a daily summary that replaces single messages, or “none”',
      urgent: 'What happens with urgent alerts during quiet hours and before the summary',
      webhookAddress: 'Address of the webhook (https)',
      newSecret: 'Creates a new secret for the webhook. The old one stops working.',
      removeWebhook: 'Removes the webhook',
    },
  },
  'notifications.test': {
    label: 'Send a test message',
    about:
      'Sends you a test message by email or to your webhook, at most one per minute. Your notification settings show whether the webhook accepted it.',
    says: ['Would send you a test message by {channel}.', 'A test message is on its way by {channel}.'],
    hints: { channel: 'Channel' },
  },
} as const satisfies Partial<ActionTexts>
