import { reportFunnelStep } from '#web/client/marketing.ts'

/**
 * Puts the app for the visitor's system first in the document, so that the keyboard reaches it first too; CSS already
 * shows it first.
 */
const own = document.documentElement.dataset.os
const first = own ? document.querySelector(`[data-client="${own}"]`) : null
// Moves the elements before it instead, because a moved node loses its focus and pressed state.
const before = first?.parentElement ? [...first.parentElement.children] : []
if (first) first.after(...before.slice(0, before.indexOf(first)))

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-client] a[href]')) reportFunnelStep('download')
})
