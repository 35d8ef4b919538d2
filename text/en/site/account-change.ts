const accountChange = {
  stopTitle: 'Stop this change?',
  stopText: 'Our support was asked to change how you get into your account. If that was not you, stop it.',
  stop: 'Stop it',
  stoppedTitle: 'Stopped',
  stoppedText: 'Your account has not changed. Someone may know your password: choose another one now.',
  toPassword: 'Set a new password',
  confirmTitle: 'Is this address yours?',
  confirmText: 'Enter the code that we sent to it. One day after you asked, your account switches to this address.',
  code: 'Code',
  wrong: 'That code is wrong. Check the newest message: after five wrong tries you have to ask support again.',
  confirm: 'Confirm',
  confirmedTitle: 'Confirmed',
  confirmedText: 'This address replaces the old one a day after you asked for it, unless the change is stopped.',
  overTitle: 'This link no longer works',
  overText: 'The change was made, was stopped, or took too long. Support can tell you which.',
  toHome: 'Back to the homepage',
}
export default accountChange
export type AccountChangeText = typeof accountChange
