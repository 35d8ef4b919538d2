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
  reportTitle: 'Stop the monthly mail',
  reportText: 'The mail with the link to the accountant’s list ends. Your address is deleted.',
  reportStoppedText: 'Your address is deleted. The shop can enter it again.',
  confirmTitle: 'Confirm the monthly mail',
  confirmText: 'After each month you get a mail with the link to the accountant’s list.',
  confirm: 'Confirm',
  confirmedTitle: 'Your address is confirmed',
  confirmedText: 'The first mail comes after the end of this month.',
  overText: 'Ask the shop for a new link.',
  toProfile: 'Notification settings',
  toHome: 'Back to the homepage',
}
export default mails
export type MailsText = typeof mails
