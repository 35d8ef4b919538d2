import { noticeDays } from '#shared/notice-days.ts'

const messages = {
  label: 'News about your account',
  others: (count: number) => `${count} more unread`,
  read: 'Read it',
  putAway: 'Dismiss',
  wasMe: 'It was me',
  putAwayLabel: (label: string, heading: string) => `${label}: ${heading}`,
  unread: 'New',
  kept: `Your account has no email address, so messages about it appear here. They stay for ${noticeDays} days.`,
  mailed: (email: string) =>
    `We send messages to ${email}. Any that we can’t deliver appear here and stay for ${noticeDays} days.`,
  empty: 'No notifications',
  emptyText: `No messages in the last ${noticeDays} days.`,
  older: 'Show older',
  title: 'What we may send you',
  reminders: 'Remind me before my membership ends, when a friend joins, and of my first commission',
  news: 'Send me news by mail, once a week at most',
  newsOn: 'You get our news.',
  newsOff: 'No more news.',
  always: 'Messages about payments and security can’t be turned off.',
  on: 'Reminders are on.',
  off: 'No more reminders.',
  failed: 'We couldn’t load this.',
  retry: 'Try again',
}
export default messages
export type MessagesTexts = typeof messages
