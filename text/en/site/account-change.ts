const accountChange = {
  stopTitle: 'Stop this change?',
  stopText: 'Our support was asked to change how you get into your account. If that was not you, stop it.',
  stop: 'Stop it',
  stoppedTitle: 'Stopped',
  stoppedText: 'Nothing of your account has changed. Someone may know your password: choose another one now.',
  toPassword: 'Set a new password',
  confirmTitle: 'Is this address yours?',
  confirmText:
    'Enter the code that we sent to it. Your account then changes over, once a day has passed since you asked.',
  code: 'Code',
  wrong:
    'That is not the code. Look at the newest message again: after five wrong tries you have to ask support again.',
  confirm: 'Confirm',
  confirmedTitle: 'Confirmed',
  confirmedText: 'This address takes the place of the old one a day after you asked for it, unless that is stopped.',
  overTitle: 'This link no longer works',
  overText: 'The change was made, was stopped, or took too long. Support can tell you which.',
  toHome: 'Back to the homepage',
}
export default accountChange
export type AccountChangeText = typeof accountChange
