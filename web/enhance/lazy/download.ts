import { tellStep } from '#web/client/marketing.ts'

/** The visitor's own system comes first for the keyboard too; in sight it already does (CSS). */
const own = document.documentElement.dataset.os
const first = own ? document.querySelector(`[data-client="${own}"]`) : null
// The others move, not the one that may be focused or pressed already: a node that moves loses both.
const before = first?.parentElement ? [...first.parentElement.children] : []
if (first) first.after(...before.slice(0, before.indexOf(first)))

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-client] a[href]')) tellStep('download')
})
