import { expect, test } from 'vitest'
import { proposeSlug } from './campaign-slug.ts'

/** Link endings that the server accepts. */
const campaignSlugPattern = /^[a-z0-9][a-z0-9-]{0,22}[a-z0-9]$/

test.each([
  ['Telegram', 'telegram'],
  [' Été 2026: Video! ', 'ete-2026-video'],
  ['知乎', 'link-3'],
  ['B 站 2026', 'b-2026'],
  ['x', 'link-3'],
  ['Newsletter of the long autumn of 2026', 'newsletter-of-the-long-a'],
  ['Spring', 'spring-2'],
  ['Newsletter of the long road', 'newsletter-of-the-long-r'],
])('a campaign named %j gets the proposed link ending %j', (name, slug) => {
  expect(proposeSlug(name, [null, 'spring'])).toBe(slug)
  expect(slug).toMatch(campaignSlugPattern)
})

test('a campaign without a name yet already gets a free link ending', () => {
  expect(['', '  '].map((name) => proposeSlug(name, [null]))).toEqual(['link-2', 'link-2'])
  expect(proposeSlug('', [null, 'link-3'])).toBe('link-3-2')
})

test('a proposed link ending stays within the limit and valid when it needs a number', () => {
  const taken = ['a-very-long-name-of-link']
  expect(proposeSlug('A very long name of link s', taken)).toBe('a-very-long-name-of-li-2')
  expect(proposeSlug('A very long name of link', [...taken, 'a-very-long-name-of-li-2'])).toMatch(campaignSlugPattern)
})
