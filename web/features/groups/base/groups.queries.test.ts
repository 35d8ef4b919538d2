import { expect, it } from 'vitest'
import { openGroupsQuery } from './groups.queries.ts'

it('open groups are cached per language', () => {
  expect(openGroupsQuery('en').queryKey).not.toEqual(openGroupsQuery('zh-CN').queryKey)
})
