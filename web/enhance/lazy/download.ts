import { reportFunnelStep } from '#web/client/marketing.ts'

/** Moves the app for the visitor's system first in keyboard order; CSS already shows it first. */
const own = document.documentElement.dataset.os
const first = own ? document.querySelector(`[data-client="${own}"]`) : null
// Moves the other elements: moving a node would drop its focus and pressed state.
const before = first?.parentElement ? [...first.parentElement.children] : []
if (first) first.after(...before.slice(0, before.indexOf(first)))

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-client] a[href]')) reportFunnelStep('download')
})
