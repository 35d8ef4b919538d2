/** The visitor's own system comes first for the keyboard too; in sight it already does (CSS). */
const own = document.documentElement.dataset.os
const first = own ? document.querySelector(`[data-client="${own}"]`) : null
first?.parentElement?.prepend(first)
