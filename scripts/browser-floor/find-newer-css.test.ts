import { expect, it } from 'vitest'
import { findNewerCss } from './find-newer-css.ts'
import { floor } from './newer-than-floor.ts'

const namesIn = (text: string) => findNewerCss(new Map([['a.css', text]]), floor).map(({ name }) => name)

it.each([
  ['.a:has(b){c:d}', ':has'],
  ['.a,.b:user-invalid{c:d}', ':user-invalid'],
  ['@media print{.a:has(b){c:d}}', ':has'],
  ['.a{c:d}.b:has(:hover){e:f}', ':has'],
  ['@container (width>1px){.a{b:c}}', '@container'],
  ['@layer a{.b{c:d}}', '@layer'],
  ['dialog::backdrop{a:b}', ':backdrop'],
])('the style sheet %s needs a newer browser', (text, name) => {
  expect(namesIn(text)).toEqual([name])
})

it.each([
  '.a:hover,.b:not(.c):focus-within::before{d:e}',
  '@media (hover:hover){.a:is(.b,.c){d:url(e:has(f))}}',
  '@supports selector(:has(a)){.b:has(c){d:e}}.f{g:h}',
  '.a::after{content:":has(b){"}',
  '.a::-webkit-progress-value{b:c}',
  '.a{width:min(1px,2px);background:url("x:has(y)")}',
])('the style sheet %s works in the oldest browsers', (text) => {
  expect(namesIn(text)).toEqual([])
})
