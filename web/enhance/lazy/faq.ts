/**
 * This file runs the search and the deep links of the FAQ. It queries the document each time, because a language change
 * may replace its content.
 */
const entries = () => document.querySelectorAll<HTMLDetailsElement>('details[data-entry]')

function openLinked(): HTMLDetailsElement | null {
  // The id in the hash needs no decoding, because ids contain only characters that URLs leave unchanged.
  const entry = document.getElementById(location.hash.slice(1))
  if (!(entry instanceof HTMLDetailsElement)) return null
  entry.open = true
  return entry
}

const noteInAddress = ({ id }: Element) => history.replaceState(history.state, '', `#${id}`)

function search(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.dataset.search === undefined) return
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const entry of entries()) {
    const text = (entry.textContent ?? '').toLowerCase()
    entry.hidden = !words.every((word) => text.includes(word))
    if (!entry.hidden) found += 1
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-group]'))
    group.hidden = !group.querySelector('details:not([hidden])')
  const status = document.querySelector('[data-found]')
  if (status) {
    const { none, some } = target.dataset
    status.textContent = words.length === 0 ? '' : found === 0 ? (none ?? '') : (some ?? '').replace('#', String(found))
  }
}

document.addEventListener('input', ({ target }) => search(target))
// Searches for text that was typed before this script loaded.
const early = document.querySelector<HTMLInputElement>('[data-search]')
if (early?.value) search(early)
// Puts the id of an opened answer into the URL, so that it can be linked.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.dataset.entry !== undefined && target.open) noteInAddress(target)
  },
  true,
)
addEventListener('hashchange', () => openLinked()?.scrollIntoView())
// The browser has already scrolled to the linked answer, and the visitor may have scrolled on, so this must not scroll
// again.
const opened = document.querySelector('details[data-entry][open]')
if (opened) noteInAddress(opened)
else if (!early?.value) openLinked()
