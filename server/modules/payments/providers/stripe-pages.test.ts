import { describe, expect, it } from 'vitest'
import { ProviderSilent } from './port.ts'
import { readPages } from './stripe-pages.ts'

/**
 * Refunds of one payment as Stripe's list calls give them (API reference, "Pagination" and "List all refunds"): newest
 * first, at most 100 a page, `has_more`, and the next page begins after the object that `starting_after` names.
 */
function listOf(count: number) {
  const refunds = Array.from({ length: count }, (_, index) => ({ id: `re_${count - index}`, object: 'refund' }))
  const asked: { limit: number; starting_after?: string }[] = []
  const read = (position: { limit: number; starting_after?: string }) => {
    asked.push(position)
    const from = position.starting_after ? refunds.findIndex(({ id }) => id === position.starting_after) + 1 : 0
    const data = refunds.slice(from, from + position.limit)
    const page = { object: 'list', url: '/v1/refunds', data, has_more: from + data.length < count }
    return Promise.resolve(page)
  }
  return { refunds, asked, read }
}

describe('list of refunds at Stripe', () => {
  it.each([
    [0, 1],
    [100, 1],
    [101, 2],
    [250, 3],
  ])('a list of %i entries is read completely in %i pages', async (count, pages) => {
    const { refunds, asked, read } = listOf(count)
    expect(await readPages('refunds', read)).toEqual(refunds)
    expect(asked.map(({ limit }) => limit)).toEqual(Array(pages).fill(100))
    expect(asked.map((each) => each.starting_after)).toEqual(
      [undefined, refunds[99]?.id, refunds[199]?.id].slice(0, pages),
    )
  })

  it.each([
    ['is empty although more should follow', { data: [], has_more: true }],
    ['does not say whether more follows', { data: [{ id: 're_1' }] }],
    ['has no entries', { has_more: false }],
  ])('a list is rejected as incomplete after a page that %s', async (_what, page) => {
    await expect(readPages('refunds', () => Promise.resolve(page as never))).rejects.toThrow(ProviderSilent)
  })

  it('a list that repeats a page is rejected', async () => {
    const same = { data: [{ id: 're_1' }], has_more: true }
    await expect(readPages('refunds', () => Promise.resolve(same))).rejects.toThrow(ProviderSilent)
  })
})
