const mails = {
  stopTitle: 'Stop reminders',
  stopText: 'Messages about your money and the safety of your account still come.',
  stop: 'Stop them',
  stopping: 'One moment …',
  stoppedTitle: 'No more reminders',
  stoppedText: 'You changed your mind, or it was not you? Your profile turns them on again.',
  notStoppedTitle: 'This link no longer works',
  notStoppedText: 'Your profile has a switch for reminders.',
  toProfile: 'To my profile',
  toHome: 'Back to the homepage',
}
export default mails
export type MailsText = typeof mails
