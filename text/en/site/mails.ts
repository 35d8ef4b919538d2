const mails = {
  stopTitle: 'Stop reminders',
  newsTitle: 'Unsubscribe from news',
  stopText: 'Messages about your money and the safety of your account still come.',
  stop: 'Stop',
  stopping: 'One moment …',
  stoppedTitle: 'It has stopped',
  stoppedText: 'You changed your mind, or it was not you? Your profile turns them on again.',
  notStoppedTitle: 'This link no longer works',
  notStoppedText: 'Your profile has switches for reminders and news.',
  toProfile: 'To my profile',
  toHome: 'Back to the homepage',
}
export default mails
export type MailsText = typeof mails
