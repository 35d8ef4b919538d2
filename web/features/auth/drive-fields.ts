import { type IdentifierKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import { loadPhones } from '#ui/phone-number.ts'
import { passwordStrength } from '#ui/password-strength.ts'
import { cloneTemplate, fill, partOf } from './drive-form.ts'
import type { FieldWords } from './plain-words.ts'

type Kinds = {
  readonly choose: (kind: IdentifierKind) => void
  readonly fieldsOf: (kind: IdentifierKind) => ParentNode | undefined
}

/**
 * Switches the identifier field between account name, email and phone. Fields that are not shown are kept outside the
 * document with their values. `onChoose` is called when a tab is clicked.
 */
export function driveKinds(root: HTMLElement, shown: IdentifierKind, onChoose: (kind: IdentifierKind) => void): Kinds {
  const panel = partOf(root, '[data-panel]')
  const tabs = [...root.querySelectorAll<HTMLButtonElement>('[role=tab]')]
  const kindOf = (tab: HTMLElement | undefined) => tab?.dataset.key as IdentifierKind
  const waiting = new Map<IdentifierKind, HTMLElement>()
  for (const { dataset } of root.querySelectorAll<HTMLElement>('template[data-kind]')) {
    const room = document.createElement('div')
    room.append(cloneTemplate(root, `[data-kind=${dataset.kind}]`))
    waiting.set(dataset.kind as IdentifierKind, room)
  }
  let chosen = shown

  function choose(kind: IdentifierKind): void {
    const room = waiting.get(kind)
    if (!room) return
    const left = document.createElement('div')
    left.append(...panel.childNodes)
    waiting.set(chosen, left)
    waiting.delete(kind)
    panel.append(...room.childNodes)
    chosen = kind
    for (const tab of tabs) {
      const isChosen = kindOf(tab) === kind
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      if (isChosen) panel.setAttribute('aria-labelledby', tab.id)
    }
  }

  for (const tab of tabs) tab.addEventListener('click', () => onChoose(kindOf(tab)))
  root.querySelector<HTMLElement>('[role=tablist]')?.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = tabs[(tabs.findIndex((tab) => kindOf(tab) === chosen) + step + tabs.length) % tabs.length]
    onChoose(kindOf(next))
    next?.focus()
  })
  return { choose, fieldsOf: (kind) => (kind === chosen ? panel : waiting.get(kind)) }
}

/** Runs the "show" button of a password field and the strength meter of a new password. */
export function drivePassword(root: ParentNode, words: FieldWords): void {
  const input = root.querySelector<HTMLInputElement>('[name=password]')
  const button = input?.parentElement?.querySelector('button')
  if (!input || !button) return
  const drawButton = () => {
    const isShown = input.type === 'text'
    button.textContent = isShown ? words.hide : words.show
    button.setAttribute('aria-label', isShown ? words.hideLabel : words.showLabel)
  }
  button.addEventListener('click', () => {
    input.type = input.type === 'text' ? 'password' : 'text'
    drawButton()
  })
  input.addEventListener('input', drawButton)
  const lane = root.querySelector<HTMLElement>('[data-strength]')
  const sentence = lane?.parentElement?.querySelector('[aria-live]')
  if (!lane || !sentence) return
  const measure = () => {
    const strength = input.value === '' ? null : passwordStrength(input.value)
    lane.dataset.strength = strength === null ? 'none' : String(strength)
    sentence.textContent = strength === null ? words.passwordHint : (words.strength[strength] ?? '')
  }
  input.addEventListener('input', measure)
  measure()
}

/**
 * Loads the full list of countries once a number is typed; if that fails, the common ones remain. A chosen or detected
 * country is marked `data-chosen`, so that a language change does not guess another one.
 */
export async function drivePhone(root: ParentNode, language: Language): Promise<void> {
  const select = root.querySelector<HTMLSelectElement>('select')
  if (!select || select.dataset.driven !== undefined) return
  select.dataset.driven = ''
  const { dataset } = select
  select.addEventListener('change', () => (dataset.chosen = ''))
  try {
    const [{ phoneCountries }, { guessCountry, nameCountries }] = await Promise.all([
      loadPhones(),
      import('#ui/phone-countries.ts'),
    ])
    const chosen = dataset.chosen === undefined ? guessCountry(language) : select.value
    const options = nameCountries(phoneCountries(), language).map(
      ({ country, callingCode, name }) => new Option(`+${callingCode} ${name}`, country),
    )
    select.replaceChildren(...options)
    select.value = chosen
    dataset.chosen = ''
  } catch {
    // Ignores the error: the common countries stay usable, and submitting the form loads the full list again.
  }
}

/**
 * State of the button that sends a code. `endsAt`: when the next code can be requested, on the `performance.now()`
 * clock. `sentTo`: address of the last code as it was typed.
 */
type CodeClock = { endsAt: number; wasSent: boolean; sentTo: string; draw: () => void }
export const newClock = (): CodeClock => ({ endsAt: 0, wasSent: false, sentTo: '', draw: () => {} })

export function startClock(clock: CodeClock, seconds: number): void {
  clock.wasSent = true
  clock.endsAt = performance.now() + seconds * 1000
  clock.draw()
}

/**
 * Runs the button that sends a code, with its countdown. `onSend` resolves with the seconds until the next code can be
 * sent; null if none was sent. A change in the fields of `address` frees the button, because the code sent before went
 * elsewhere.
 */
export function driveCode(
  root: ParentNode,
  {
    clock,
    words,
    onSend,
    address = [],
  }: {
    clock: CodeClock
    words: FieldWords
    onSend: () => Promise<number | null>
    address?: readonly (HTMLInputElement | HTMLSelectElement)[]
  },
): void {
  const input = root.querySelector<HTMLInputElement>('[name=code]')
  const button = input?.parentElement?.querySelector('button')
  const status = input?.closest('.field')?.parentElement?.querySelector('[role=status]')
  const hint = input?.closest('.field')?.querySelector('p.dim')
  if (!input || !button) return
  let isSending = false
  const unsentHint = hint?.textContent ?? ''
  const addressNow = () => address.map(({ value }) => value).join(' ')
  const left = () => Math.max(0, Math.ceil((clock.endsAt - performance.now()) / 1000))
  const draw = () => {
    const seconds = left()
    const { resendCode, sendCode } = words
    button.textContent = seconds > 0 ? fill(words.resendIn, seconds) : clock.wasSent ? resendCode : sendCode
    if (seconds > 0) button.setAttribute('aria-disabled', 'true')
    else button.removeAttribute('aria-disabled')
    if (seconds > 0) setTimeout(draw, 1000)
    if (hint) hint.textContent = clock.wasSent ? words.codeSent : unsentHint
    const said = clock.wasSent ? words.codeSent : ''
    if (status && status.textContent !== said) status.textContent = said
  }
  const forget = () => {
    if (!clock.wasSent || addressNow() === clock.sentTo) return
    Object.assign(clock, { endsAt: 0, wasSent: false })
    input.value = ''
    draw()
  }
  const ask = async () => {
    if (isSending || left() > 0) return
    isSending = true
    const sentTo = addressNow()
    const seconds = await onSend()
    isSending = false
    if (seconds === null) return
    clock.sentTo = sentTo
    startClock(clock, seconds)
    input.focus()
  }
  button.addEventListener('click', () => void ask())
  for (const field of address) field.addEventListener('input', forget)
  clock.draw = draw
  draw()
}
