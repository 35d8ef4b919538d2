const mails = {
  stopTitle: 'Stop reminders',
  newsTitle: 'Unsubscribe from news',
  stopText: 'Messages about your money and the safety of your account still come.',
  stop: 'Stop',
  stopping: 'One moment …',
  stoppedTitle: 'It has stopped',
  stoppedText: 'You changed your mind, or it was not you? Turn them on again in your account, under Notifications.',
  notStoppedTitle: 'This link no longer works',
  notStoppedText: 'You can turn off reminders and news in your account, under Notifications.',
  toProfile: 'Notification settings',
  toHome: 'Back to the homepage',
}
export default mails
export type MailsText = typeof mails
