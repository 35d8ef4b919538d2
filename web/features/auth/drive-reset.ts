import { checkCode, checkNewPassword, type IdentifierKind } from '#shared/account-rules.ts'
import type { FieldError } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'
import { checkIdentifierInput, formText, readIdentifierInput } from '#web/forms/identifier-input.ts'
import type { Problem } from '#web/forms/use-sending.ts'
import { sendCode } from './auth.calls.ts'
import { driveCode, driveKinds, drivePassword, drivePhone, newClock, startClock } from './drive-fields.ts'
import { cloneTemplate, copyValues, createSender, fill, partOf, showBusy, showProblem } from './drive-form.ts'
import type { ResetWords } from './plain-words.ts'
import { resetPassword } from './reset.calls.ts'
import type { ResetDoorProps } from './reset-door.tsx'
import { firstKind, resetSteps, stepBack, type ResetStep } from './reset-steps.ts'

type Props = ResetDoorProps & { readonly base: string; readonly words: ResetWords }
const pageLanguage = () => document.documentElement.lang as Language

export function driveReset(island: HTMLElement) {
  let props = JSON.parse(island.nextElementSibling?.textContent ?? '{}') as Props
  const clock = newClock()
  let kind: IdentifierKind = firstKind(props.kinds)
  let step: ResetStep | 'done' = 'who'
  let identifier = ''
  let byRecovery = false
  let sentTo: string | null = null
  let problem: Problem | null = null
  let busy = false
  let form = partOf(island, 'form') as HTMLFormElement
  let kinds = openForm()
  const recovers = () => byRecovery || kind === 'account_name'

  const send = createSender({
    language: pageLanguage,
    onBusy: (isBusy) => {
      busy = isBusy
      showBusy(form, isBusy ? props.words.busy : null)
    },
    onRefused: ({ status, message, fields }) => {
      const back = step === 'password' ? stepBack(status, fields) : null
      if (back) go(back)
      say({ summary: message, fields })
    },
  })

  function say(next: Problem | null): void {
    problem = next
    showProblem(form, next)
  }
  const refuse = (field: string, error: FieldError) =>
    say({ summary: props.words.checkInput, fields: { [field]: props.sentences[error] } })

  function go(next: ResetStep | 'done'): void {
    say(null)
    step = next
    draw()
    focusStep()
  }
  function focusStep(): void {
    if (step === 'who') return
    const fields = form.querySelectorAll<HTMLElement>(`[data-step=${step}] :is(input, a)`)
    ;[...fields].find((field) => field.offsetParent)?.focus()
  }

  function openForm() {
    const { words } = props
    form = partOf(island, 'form') as HTMLFormElement
    const opened = driveKinds(island, firstKind(props.kinds), (next) => {
      say(null)
      byRecovery = false
      choose(next)
      draw()
    })
    partOf(form, '[data-fields]').after(cloneTemplate(island, '[data-later]'))
    drivePassword(partOf(form, '[data-step=password]'), words.fields)
    driveCode(form, { clock, words: words.fields, onSend: resend })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(submit)
    })
    partOf(form, '[data-act=other]').addEventListener('click', () => {
      say(null)
      byRecovery = !byRecovery
      draw()
      focusStep()
    })
    partOf(form, '[data-act=back]').addEventListener('click', () => go(step === 'password' ? 'code' : 'who'))
    return opened
  }

  function choose(next: IdentifierKind): void {
    kind = next
    kinds.choose(next)
    if (next === 'phone') void drivePhone(form, pageLanguage())
  }

  function draw(): void {
    const { words } = props
    const at = step === 'done' ? resetSteps.length : resetSteps.indexOf(step)
    for (const part of form.querySelectorAll<HTMLElement>('[data-step]')) part.hidden = part.dataset.step !== step
    for (const proof of form.querySelectorAll<HTMLElement>('[data-proof]'))
      proof.hidden = (proof.dataset.proof === 'recovery') !== recovers()
    for (const [index, stop] of form.querySelectorAll('ol > li').entries()) {
      stop.toggleAttribute('data-done', index < at)
      if (index === at) stop.setAttribute('aria-current', 'step')
      else stop.removeAttribute('aria-current')
    }
    partOf(form, '[data-sent]').textContent = fill(words.sentTo, identifier)
    const other = partOf(form, '[data-act=other]')
    other.hidden = kind === 'account_name'
    other.textContent = byRecovery ? words.useCode : words.useRecovery
    const button = partOf(form, '[type=submit]')
    button.textContent = step === 'password' ? words.save : step === 'who' && !recovers() ? words.sendCode : words.next
    partOf(form, '[data-act=back]').hidden = step === 'who' || step === 'done'
    if (step !== 'done') return
    if (button.parentElement) button.parentElement.hidden = true
    const lead = partOf(form, '[data-lead]')
    lead.setAttribute('role', 'status')
    lead.textContent = words.done
    partOf(form, 'h1').textContent = words.doneTitle
  }

  async function submit() {
    const data = new FormData(form)
    if (step === 'who') return submitWho(data)
    if (step === 'password') return submitPassword(data)
    if (recovers() && formText(data, 'recoveryCode').trim() === '') return refuse('recoveryCode', 'Required')
    const error = recovers() ? null : checkCode(formText(data, 'code'))
    if (error) return refuse('code', error)
    go('password')
  }

  async function submitWho(data: FormData) {
    const typed = await readIdentifierInput(data, kind)
    const error = checkIdentifierInput(kind, typed)
    if (error) return refuse('identifier', error)
    identifier = typed
    if (kind !== 'account_name' && !byRecovery && sentTo !== typed) {
      startClock(clock, await sendCode('reset', kind, typed))
      sentTo = typed
    }
    go('code')
  }

  async function submitPassword(data: FormData) {
    const password = formText(data, 'password')
    const error = checkNewPassword(password)
    if (error) return refuse('password', error)
    const proof = recovers()
      ? { recoveryCode: formText(data, 'recoveryCode').trim() }
      : { code: formText(data, 'code') }
    await resetPassword({ kind, identifier, password, proof })
    go('done')
  }

  async function resend(): Promise<number | null> {
    let seconds: number | null = null
    await send(async () => {
      if (kind === 'account_name') return
      seconds = await sendCode('reset', kind, identifier)
      say(null)
    })
    return seconds
  }

  const show = (next: object, twin: Element): void => {
    const old = { form, kinds }
    props = next as Props
    island.replaceChildren(...twin.childNodes)
    kinds = openForm()
    if (kind !== firstKind(props.kinds)) choose(kind)
    for (const each of props.kinds) {
      const [from, to] = [old.kinds.fieldsOf(each), kinds.fieldsOf(each)]
      if (from && to) copyValues(from, to)
    }
    copyValues(old.form, form)
    draw()
    if (problem) showProblem(form, problem)
    if (busy) showBusy(form, props.words.busy)
  }
  return { speak: () => Promise.resolve(show), end: () => {} }
}
