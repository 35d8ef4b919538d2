import type { AuthTexts } from '#text/en/site/auth.ts'
import type { FieldTexts } from '#text/en/site/fields.ts'
import type { ResetTexts } from '#text/en/site/reset.ts'

const gap = '{}'

const fieldWords = (t: FieldTexts) => ({
  show: t.show,
  hide: t.hide,
  showLabel: t.showLabel,
  hideLabel: t.hideLabel,
  passwordHint: t.passwordHint,
  strength: t.strength,
  sendCode: t.sendCode,
  resendCode: t.resendCode,
  resendIn: t.resendIn(gap),
  codeSent: t.codeSent,
})
export type FieldWords = ReturnType<typeof fieldWords>

/** Texts that the form needs in the browser. They are part of the page's data, so that no text catalogue is loaded. */
export const authWords = (t: AuthTexts) => ({
  fields: fieldWords(t.fields),
  busy: { login: t.login.busy, register: t.register.busy },
  /** Summary sentence by the number of invalid fields, from 0 to 4. */
  checkInput: [0, 1, 2, 3, 4].map((count) => t.checkInput(count)),
  agreedOn: t.agreedOn(gap),
  eraseAt: t.eraseAt(gap),
  passkeyNone: t.passkeyNone,
  passkeyUnknown: t.passkeyUnknown,
  passkeyNotMade: t.passkeyNotMade,
  passkeyName: t.passkeyName,
  factorBusy: t.factor.busy,
})
export type AuthWords = ReturnType<typeof authWords>

export const resetWords = (t: ResetTexts) => ({
  fields: fieldWords(t.fields),
  checkInput: t.checkInput,
  busy: t.busy,
  sentTo: t.sentTo(gap),
  sendCode: t.sendCode,
  next: t.next,
  save: t.save,
  useCode: t.useCode,
  useRecovery: t.useRecovery,
  doneTitle: t.doneTitle,
  done: t.done,
})
export type ResetWords = ReturnType<typeof resetWords>
