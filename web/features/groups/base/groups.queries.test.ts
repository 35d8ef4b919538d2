import { expect, it } from 'vitest'
import { openGroupsQuery } from './groups.queries.ts'

it('open groups are kept for each language by itself, since names of plans are in them', () => {
  expect(openGroupsQuery('en').queryKey).not.toEqual(openGroupsQuery('zh-CN').queryKey)
})
