import { tellStep } from '#web/client/marketing.ts'

/** The visitor's own system comes first for the keyboard too; in sight it already does (CSS). */
const own = document.documentElement.dataset.os
const first = own ? document.querySelector(`[data-client="${own}"]`) : null
first?.parentElement?.prepend(first)

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-client] a[href]')) tellStep('download')
})
