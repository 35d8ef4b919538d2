const messages = {
  label: 'News about your account',
  older: (count: number) => `${count} earlier ${count === 1 ? 'message' : 'messages'}`,
  putAway: 'Dismiss',
  putAwayLabel: (heading: string) => `Dismiss: ${heading}`,
  title: 'Messages',
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
