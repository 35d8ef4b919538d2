import { expect, test } from 'vitest'
import { isEnter } from './is-enter.ts'

// Bugs of other projects: the Enter that chooses Chinese characters sent the form (exo-explore/exo#1069,
// accomplish-ai/coworker#171). Chrome and Firefox set `isComposing`; Safari ends the composition first and leaves only
// key code 229 (gwdg/chat-ai#167).
test.each([
  ['Enter', false, 13, true],
  ['Enter', true, 13, false],
  ['Enter', true, 229, false],
  ['Enter', false, 229, false],
  ['Process', true, 229, false],
  ['a', false, 65, false],
])('the key %s (composing: %s, code %i) submits the code field: %s', (key, isComposing, keyCode, sends) => {
  expect(isEnter({ key, isComposing, keyCode })).toBe(sends)
})
