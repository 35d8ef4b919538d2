import type { Language } from '#shared/language.ts'
import type { Mounted } from '#web/islands/mount.ts'
import type { AccountRoot } from '#web/client/account-root.ts'
import { delayMs, fetchScripts } from './prefetch.ts'
import { isDue } from './due.ts'
import { day } from './lazy-scripts.ts'
import { caughtError } from './errors.ts'
import { isOtherDay } from './is-other-day.ts'
import { isOffline, onOnline } from '#web/client/connection.ts'
import { restoreInput, holdsSecrets, reloadKeepingInput } from '#web/client/reload-keeping-input.ts'
import { markPartLoaded, reloadOnce } from '#web/client/reload-once.ts'

type DayModule = typeof import('./lazy/day.ts')
type MountModule = typeof import('#web/islands/mount.ts')
/** Events stored by the head script: early clicks and submits, and islands that were touched before this script ran. */
type EarlyEvent = [island: HTMLElement, target?: HTMLElement, submitter?: HTMLElement | null]
declare global {
  interface Window {
    early: EarlyEvent[]
  }
}

const intents = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click', 'submit']

/**
 * Loads an island's scripts on the first interaction, or earlier if a condition of the island holds, and replays what
 * the visitor did meanwhile.
 */
export function startIslands(): void {
  restoreInput()
  for (const intent of intents)
    document.addEventListener(intent, (event) => start((event.target as Element).closest?.('[data-island]')), true)
  for (const [island] of window.early) start(island)
  onOnline(() => waiting.forEach(start))
  startWaiting()
}

function startWaiting(): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-load]'))
    // Skips hidden islands, which are not loaded.
    if (island.offsetParent && isDue(island.dataset.load ?? ''))
      requestAnimationFrame(() => setTimeout(() => start(island)))
  const dated = document.querySelector<HTMLElement>('[data-day]:not([data-live])')
  // A failure is ignored, because the island corrects its dates itself when it starts.
  if (dated && isOtherDay(dated.dataset.day, new Date()))
    import(/* @vite-ignore */ day).then((script: DayModule) => script.showDay()).catch(() => {})
}

const waiting = new Set<HTMLElement>()
const running = new Map<HTMLElement, Mounted>()
const loading = new Set<Promise<void>>()

/**
 * Prepares a language change. Resolves with a function that moves running islands, with their state, to the new page.
 */
export async function switchIslandLanguage(language: Language): Promise<(fresh: Element) => void> {
  // Waits for islands that are loading: text typed into them would be lost with the old page.
  await Promise.all(loading)
  const account = document.querySelector<AccountRoot>('#account')
  const [spoken, showAccount] = await Promise.all([
    Promise.all([...running].map(async ([island, mounted]) => ({ island, show: await mounted.speak(language) }))),
    account?.speak?.(language),
  ])
  return (fresh) => {
    if (account && showAccount) {
      fresh.querySelector('#account')?.replaceWith(account)
      showAccount()
    }
    for (const { island, show } of spoken) {
      const twin = fresh.querySelector(`[data-island="${island.dataset.island}"]:not([data-live])`)
      if (!twin) continue
      const props = JSON.parse(twin.nextElementSibling?.textContent ?? '{}') as object
      twin.replaceWith(island)
      show(props, twin)
    }
  }
}

/**
 * Runs after the page was replaced by its translation: ends islands that are gone and starts those due on the new page.
 */
export function restartIslands(): void {
  for (const [island, { end }] of running) {
    if (island.isConnected) continue
    end()
    running.delete(island)
  }
  window.early.length = 0
  startWaiting()
  setTimeout(fetchScripts, delayMs)
}

function start(island: Element | null | undefined): void {
  if (!(island instanceof HTMLElement) || island.dataset.started !== undefined) return
  // Browsers remember a failed import, so nothing is imported while offline. Typed text and clicks are kept until then.
  if (isOffline()) return void waiting.add(island)
  waiting.delete(island)
  island.dataset.started = ''
  // On a slow network the scripts take seconds, and a press would seem lost.
  const timer = setInterval(() => {
    for (const [owner, target, submitter] of window.early)
      if (owner === island && target) buttonOf(target, submitter).dataset.waits = ''
  }, 250)
  const loaded = load(island).finally(() => {
    clearInterval(timer)
    loading.delete(loaded)
  })
  loading.add(loaded)
}

/** Control that repeats an early press. A submit button, because Safari has `requestSubmit` only from version 16 on. */
const buttonOf = (target: HTMLElement, submitter?: HTMLElement | null): HTMLElement =>
  submitter ?? target.querySelector<HTMLElement>('[type=submit]') ?? target

async function load(island: HTMLElement): Promise<void> {
  try {
    const scripts = (island.dataset.scripts ?? '').split(' ')
    const [mounting, definition] = await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)))
    const mounted = await (mounting as MountModule).mount(
      island,
      // Islands without React have no definition, so this is undefined for them.
      (definition as { default: Parameters<MountModule['mount']>[1] }).default,
      (error) => {
        running.delete(island)
        // Without this mark the head script keeps holding back clicks, which nothing would handle any more.
        delete island.dataset.live
        island.before(errorPlate(error))
      },
    )
    if (!mounted) return
    running.set(island, mounted)
  } catch (error) {
    const outcome = await reloadOnce(`island ${island.dataset.island}`)
    if (outcome === 'unreachable') onOnline(() => (holdsSecrets() ? showError(island, error) : reloadKeepingInput()))
    if (outcome === 'stays') showError(island, error)
    return
  }
  island.dataset.live = ''
  markPartLoaded(`island ${island.dataset.island}`)
  const mine = new Set<HTMLElement>()
  for (const [owner, target, submitter] of window.early) {
    const isRadio = target instanceof HTMLInputElement
    if (owner !== island || !target || (mine.has(target) && !isRadio)) continue
    mine.add(target)
    // Unticks the radio button first. Without a change React reports nothing, and the stored choice would replace the
    // one made by hand.
    if (isRadio) target.checked = false
    const button = buttonOf(target, submitter)
    delete button.dataset.waits
    button.click()
  }
}

export const hasTyped = (part: HTMLElement): boolean =>
  // Both states of ticks are undefined in text areas.
  [...part.querySelectorAll<HTMLInputElement>('input, textarea')].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  )

function showError(island: HTMLElement, error: unknown): void {
  const plate = errorPlate(error)
  // Typed text is kept and the error shown above it. Clicks stay held back.
  if (hasTyped(island)) return island.before(plate)
  island.replaceChildren(plate)
  island.dataset.live = ''
}

function errorPlate(error: unknown): HTMLElement | string {
  dispatchEvent(new CustomEvent(caughtError, { detail: error }))
  const template = document.querySelector<HTMLTemplateElement>('#island-error')
  if (!template) return ''
  const plate = document.importNode(template.content, true).firstElementChild as HTMLElement
  plate.querySelector('[data-message]')?.append(String(error))
  plate.querySelector('[data-reload]')?.addEventListener('click', reloadKeepingInput)
  return plate
}
