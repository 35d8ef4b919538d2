import { expect, it } from 'vitest'
import { operatorActions } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import hints from './hints.ts'

const described = new Set(
  Object.values<OperatorAction>(operatorActions).flatMap(({ input }) =>
    Object.values(input.properties).flatMap((field) =>
      'description' in field && typeof field.description === 'string' ? [field.description] : [],
    ),
  ),
)

it('what stands below each field of the registry has its Chinese in hints.ts', () => {
  expect([...described].filter((text) => !(text in hints))).toEqual([])
})
it('when an action takes a second operator has its Chinese in hints.ts', () => {
  const reasons = Object.values<OperatorAction>(operatorActions).flatMap((action) =>
    action.kind === 'act' && action.second !== undefined ? [action.second] : [],
  )
  expect(reasons.filter((text) => !(text in hints))).toEqual([])
})
it('what stands below a field is Chinese where the page is', () => {
  expect(Object.entries(hints).filter(([, text]) => !/\p{Script=Han}/u.test(text))).toEqual([])
})
