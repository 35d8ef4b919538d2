import type { Language } from '#shared/language.ts'
import type { Mounted } from '#web/islands/mount.ts'
import type { AccountRoot } from '#web/client/account-root.ts'
import { delayMs, fetchScripts } from './prefetch.ts'
import { isDue } from './due.ts'
import { day } from './lazy-scripts.ts'
import { caughtError } from './errors.ts'
import { isOtherDay } from './is-other-day.ts'
import { isOffline, onBack } from '#web/client/connection.ts'
import { fillKept, holdsSecrets, reloadKept } from '#web/client/reload-kept.ts'
import { noteLoaded, reloadOnce } from '#web/client/reload-once.ts'

type DayModule = typeof import('./lazy/day.ts')
type MountModule = typeof import('#web/islands/mount.ts')
/** Filled by the head script: what was clicked or submitted before React listened, or only reached for before this script was there. */
type EarlyEvent = [island: HTMLElement, target?: HTMLElement, submitter?: HTMLElement | null]
declare global {
  interface Window {
    early: EarlyEvent[]
  }
}

const intents = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click', 'submit']

/** Loads an island's scripts when someone reaches for it, and repeats what they did meanwhile. */
export function startIslands(): void {
  fillKept()
  for (const intent of intents)
    document.addEventListener(intent, (event) => start((event.target as Element).closest?.('[data-island]')), true)
  for (const [island] of window.early) start(island)
  onBack(() => waiting.forEach(start))
  startWaiting()
}

function startWaiting(): void {
  for (const island of document.querySelectorAll<HTMLElement>('[data-load]'))
    // One that this visit does not show is not fetched for it.
    if (island.offsetParent && isDue(island.dataset.load ?? ''))
      requestAnimationFrame(() => setTimeout(() => start(island)))
  const dated = document.querySelector<HTMLElement>('[data-day]:not([data-live])')
  // Where the script does not come: what runs the part shows the dates of this day.
  if (dated && isOtherDay(dated.dataset.day, new Date()))
    import(/* @vite-ignore */ day).then((script: DayModule) => script.showDay()).catch(() => {})
}

/** Those that someone reached for without a network. */
const waiting = new Set<HTMLElement>()
/** The islands of this page. */
const running = new Map<HTMLElement, Mounted>()
/** Those that someone reached for and whose scripts are on their way. */
const loading = new Set<Promise<void>>()

/**
 * For a page that is about to be replaced by itself in another language. Resolves with what puts the islands that run here
 * in the place of their twins on the fresh page, with all that was typed and chosen in them.
 */
export async function teachIslands(language: Language): Promise<(fresh: Element) => void> {
  // What was typed into one before its scripts came would go with the old page.
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

/** After the page was replaced in place: ends what ran in the old one alone, starts what should run in the new. */
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
  // Browsers remember a script that failed: without a network none is asked for. What was typed and pressed waits with it.
  if (isOffline()) return void waiting.add(island)
  waiting.delete(island)
  island.dataset.started = ''
  const loaded = load(island).finally(() => loading.delete(loaded))
  loading.add(loaded)
}

async function load(island: HTMLElement): Promise<void> {
  try {
    const scripts = (island.dataset.scripts ?? '').split(' ')
    // All at once: nothing waits for the script that names it.
    const [mounting, definition] = await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)))
    const mounted = await (mounting as MountModule).mount(
      island,
      // A plain script knows its part by itself.
      (definition as { default: Parameters<MountModule['mount']>[1] }).default,
      (error) => {
        running.delete(island)
        // Its presses stay held back: nothing would answer them.
        delete island.dataset.live
        island.before(errorPlate(error))
      },
    )
    if (!mounted) return
    running.set(island, mounted)
  } catch (error) {
    const outcome = await reloadOnce(`island ${island.dataset.island}`)
    if (outcome === 'unreachable') onBack(() => (holdsSecrets() ? showError(island, error) : reloadKept()))
    if (outcome === 'stays') showError(island, error)
    return
  }
  island.dataset.live = ''
  noteLoaded(`island ${island.dataset.island}`)
  const mine = new Set<HTMLElement>()
  for (const [owner, target, submitter] of window.early) {
    // Twice impatiently clicked is meant once.
    if (owner !== island || !target || mine.has(target)) continue
    mine.add(target)
    // A press of its button submits a form in every browser; `requestSubmit` came to Safari with 16.
    ;(submitter ?? target.querySelector<HTMLElement>('[type=submit]') ?? target).click()
  }
}

/** Whether a field in it is another than the server sent it. */
export const hasTyped = (part: HTMLElement): boolean =>
  [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked),
  )

function showError(island: HTMLElement, error: unknown): void {
  const plate = errorPlate(error)
  // What was typed is the visitor's: it stays, and the plate stands above it. Presses in it stay held back.
  if (hasTyped(island)) return island.before(plate)
  island.replaceChildren(plate)
  island.dataset.live = ''
}

/** Reports an error that the visitor is told of, and returns what tells them, with the button that reloads the page. */
function errorPlate(error: unknown): HTMLElement | string {
  dispatchEvent(new CustomEvent(caughtError, { detail: error }))
  const template = document.querySelector<HTMLTemplateElement>('#island-error')
  if (!template) return ''
  const plate = document.importNode(template.content, true).firstElementChild as HTMLElement
  plate.querySelector('[data-message]')?.append(String(error))
  plate.querySelector('[data-reload]')?.addEventListener('click', reloadKept)
  return plate
}
