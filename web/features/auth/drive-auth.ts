import type { AddressKind, IdentifierKind } from '#shared/account-rules.ts'
import type { FieldError } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'
import {
  autoTickGuardMs,
  findAgreementTime,
  saveSignInMethod,
  type SignInMethod,
} from '#web/client/agreement-memory.ts'
import { fillInviteCode } from '#web/client/campaign-origin.ts'
import {
  enterSite,
  findErasure,
  saveReferrer,
  consumePendingPage,
  saveCancelledDeletion,
} from '#web/client/login-return.ts'
import { displayDate } from '#web/display/display-date.ts'
import { checkIdentifierInput, formText, readIdentifierInput } from '#web/forms/identifier-input.ts'
import type { Problem } from '#web/forms/use-sending.ts'
import type { AuthDoorProps } from './auth-door.tsx'
import { checkAuthInput, readAuthInput } from './auth-input.ts'
import { passFactor, sendCode, submitAuth, type Entered } from './auth.calls.ts'
import { driveCode, driveKinds, drivePassword, drivePhone, newClock } from './drive-fields.ts'
import { cloneTemplate, copyValues, createSender, fill, partOf, showBusy, showProblem } from './drive-form.ts'
import { canKeepPasskey, offerPasskeyInField } from './platform-passkey.ts'
import type { AuthWords } from './plain-words.ts'
import { api } from '#web/client/api.ts'

type Props = AuthDoorProps & { readonly base: string; readonly words: AuthWords }
const pageLanguage = () => document.documentElement.lang as Language

/**
 * Runs the server-rendered login or register form in `island` without React. The returned `speak` swaps in the form of
 * another language and keeps everything typed and chosen.
 */
export function driveAuth(island: HTMLElement) {
  let props = JSON.parse(island.nextElementSibling?.textContent ?? '{}') as Props
  const registers = props.mode === 'register'
  const clocks = { email: newClock(), phone: newClock() }
  let kind: IdentifierKind = 'account_name'
  let problem: Problem | null = null
  let challenge: string | null = null
  let byRecovery = false
  let factor: HTMLFormElement | null = null
  let busy = false
  let form = partOf(island, 'form') as HTMLFormElement
  saveReferrer()
  if (registers) fillInviteCode()
  let kinds = openForm()

  const send = createSender({
    language: pageLanguage,
    onBusy: (isBusy) => {
      busy = isBusy
      showBusy(form, isBusy ? props.words.busy[props.mode] : null)
    },
    onRefused: ({ status, message, fields, next }) => {
      if (status !== 'SecondFactorRequired' || !next.challenge) return say({ summary: message, fields })
      say(null)
      challenge = next.challenge
      byRecovery = false
      openFactor()
    },
  })
  const sendFactor = createSender({
    language: pageLanguage,
    onBusy: (isBusy) => factor && showBusy(factor, isBusy ? props.words.factorBusy : null),
    onRefused: ({ status, message, fields }) => {
      if (status === 'SignInExpired') closeFactor({ summary: message, fields: {} })
      else if (factor) showProblem(factor, { summary: message, fields })
    },
  })
  const sendOther = createSender({
    language: pageLanguage,
    onBusy: (isBusy) => {
      const button = form.querySelector('[data-act=passkey]')
      if (isBusy) button?.setAttribute('aria-busy', 'true')
      else button?.removeAttribute('aria-busy')
    },
    onRefused: ({ message, fields }) => say({ summary: message, fields }),
  })

  function say(next: Problem | null): void {
    problem = next
    showProblem(form, next)
  }

  function refuse(found: Readonly<Partial<Record<string, FieldError>>>): void {
    const { sentences, words } = props
    const errors = Object.entries(found)
    say({
      summary:
        errors.length === 1 && found.agreed ? sentences.AgreementRequired : (words.checkInput[errors.length] ?? ''),
      fields: Object.fromEntries(errors.map(([field, error]) => [field, error && sentences[error]])),
    })
  }

  function enter(way: SignInMethod, entered: Entered): void {
    saveSignInMethod(way, registers || way === 'password' ? props.agreement : null)
    if (registers) void enterNew(props.base)
    else enterSite(entered)
  }

  function openForm() {
    const { words } = props
    form = partOf(island, 'form') as HTMLFormElement
    const opened = driveKinds(island, 'account_name', (next) => {
      if (next === kind) return
      say(null)
      choose(next)
    })
    drivePassword(form, words.fields)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(submit)
    })
    form.querySelector('[data-act=passkey]')?.addEventListener('click', signInByPasskey)
    form.querySelector('[data-act=passkey-new]')?.addEventListener('click', () => void send(signUpByPasskey))
    if (registers) void offerNewPasskey()
    else {
      tickAgain()
      showErasure()
    }
    for (const address of ['email', 'phone'] as const) {
      const fields = opened.fieldsOf(address)
      if (fields && registers)
        driveCode(fields, {
          clock: clocks[address],
          words: words.fields,
          onSend: () => requestCode(address),
          address: [
            ...fields.querySelectorAll<HTMLInputElement | HTMLSelectElement>(':is(input, select):not([name=code])'),
          ],
        })
    }
    return opened
  }

  function choose(next: IdentifierKind): void {
    kind = next
    kinds.choose(next)
    if (next === 'phone') void drivePhone(form, pageLanguage())
    void offerNewPasskey()
  }

  async function submit() {
    const input = await readAuthInput(form, kind)
    const found = checkAuthInput(props.mode, input)
    if (Object.keys(found).length > 0) return refuse(found)
    enter('password', await submitAuth(props.mode, input))
    return 'leaving' as const
  }

  async function requestCode(address: AddressKind): Promise<number | null> {
    let seconds: number | null = null
    await sendOther(async () => {
      const identifier = await readIdentifierInput(new FormData(form), address)
      const error = checkIdentifierInput(address, identifier)
      if (error) return refuse({ identifier: error })
      seconds = await sendCode('register', address, identifier)
      say(null)
    })
    return seconds
  }

  async function signUpByPasskey() {
    const { words } = props
    const input = await readAuthInput(form, kind)
    const found = checkAuthInput('register', { ...input, password: null })
    if (Object.keys(found).length > 0) return refuse(found)
    const { signUpWithPasskey } = await import('./passkey-sign-up.ts')
    const { identifier: accountName, inviteCode, agreed } = input
    const entered = await signUpWithPasskey({ accountName, inviteCode, agreed, passkeyName: words.passkeyName })
    if (!entered) return say({ summary: words.passkeyNotMade, fields: {} })
    enter('passkey', entered)
    return 'leaving' as const
  }

  function signInByPasskey(): void {
    const { words } = props
    void sendOther(async () => {
      const { pressPasskeyButton } = await import('./passkey-sign-in.ts')
      return pressPasskeyButton(words, {
        onEntered: (entered) => enter('passkey', entered),
        onProblem: (summary) => say({ summary, fields: {} }),
      })
    })
  }

  /**
   * Offers registration with a passkey. It needs an account name, so the button is hidden while email or phone is
   * chosen.
   */
  async function offerNewPasskey(): Promise<void> {
    const keeps = registers && (await canKeepPasskey())
    const button = form.querySelector<HTMLElement>('[data-act=passkey-new]')
    if (button) button.hidden = !keeps || kind !== 'account_name'
  }

  /** Ticks the agreement box if this browser agreed to the same versions before, and shows when. */
  function tickAgain(): void {
    const box = partOf(form, '[name=agreed]') as HTMLInputElement
    const since = findAgreementTime(props.agreement)
    if (since === null || box.checked) return
    box.checked = true
    const tickedAt = performance.now()
    box.addEventListener('click', (event) => {
      // Ignores a click right after the automatic tick: the user aimed at the empty box, and the click must not untick
      // it.
      if (performance.now() - tickedAt < autoTickGuardMs) event.preventDefault()
    })
    const note = document.createElement('span')
    note.className = 'dim small'
    note.textContent = ` ${fill(props.words.agreedOn, displayDate(since, pageLanguage()))}`
    box.nextElementSibling?.append(note)
  }

  function showErasure(): void {
    const at = findErasure()
    const notice = form.querySelector<HTMLElement>('[data-erase]')
    if (!notice || at === null) return
    notice.textContent = fill(props.words.eraseAt, displayDate(at, pageLanguage()))
    notice.hidden = false
  }

  function openFactor(): void {
    form.hidden = true
    factor?.remove()
    form.before(cloneTemplate(island, `[data-factor=${byRecovery ? 'recovery' : 'app'}]`))
    const opened = partOf(island, 'form[data-second]') as HTMLFormElement
    factor = opened
    opened.addEventListener('submit', (event) => {
      event.preventDefault()
      const name = byRecovery ? 'recoveryCode' : 'code'
      const typed = formText(new FormData(opened), name)
      void sendFactor(async () => {
        if (challenge === null) return
        enter('password', await passFactor(challenge, byRecovery ? { recoveryCode: typed } : { code: typed }))
        return 'leaving'
      })
    })
    partOf(opened, '[data-act=other]').addEventListener('click', () => {
      byRecovery = !byRecovery
      openFactor()
    })
    partOf(opened, '[data-act=back]').addEventListener('click', () => closeFactor(null))
    opened.querySelector('input')?.focus()
  }

  function closeFactor(next: Problem | null): void {
    challenge = null
    factor?.remove()
    factor = null
    form.hidden = false
    say(next)
  }

  if (!registers) void offerPasskeyInField((entered) => enter('passkey', entered))

  const show = (next: object, twin: Element): void => {
    const old = { form, kinds, factor }
    props = next as Props
    island.replaceChildren(...twin.childNodes)
    kinds = openForm()
    if (kind !== 'account_name') choose(kind)
    for (const each of props.kinds) {
      const [from, to] = [old.kinds.fieldsOf(each), kinds.fieldsOf(each)]
      if (from && to) copyValues(from, to)
    }
    copyValues(old.form, form)
    if (problem) showProblem(form, problem)
    if (busy) showBusy(form, props.words.busy[props.mode])
    if (challenge === null) return
    openFactor()
    if (old.factor && factor) copyValues(old.factor, factor)
  }
  return { speak: () => Promise.resolve(show), end: () => {} }
}

/**
 * Leaves the register page: resumes an interrupted errand, such as a purchase, otherwise claims the trial and opens the
 * start page. The start page shows the state even if the claim failed.
 */
async function enterNew(base: string): Promise<void> {
  saveCancelledDeletion({ deletionCancelled: false })
  // Tells the register page's own script not to redirect meanwhile.
  document.documentElement.dataset.entering = ''
  const errand = consumePendingPage()
  if (errand === null) await api('/api/user/user_claim_trial', {}, { handlesErrors: true }).catch(() => null)
  location.replace(errand ?? `${base}/start`)
}
