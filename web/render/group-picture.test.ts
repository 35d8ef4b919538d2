import { describe, expect, it } from 'vitest'
import type { GroupCard } from '#shared/site.ts'
import { defaultLook } from '#shared/brand-look.ts'
import { drawGroupPicture } from './group-picture.ts'
import { groupCard } from './group-card.test-support.ts'

const goods = [{ id: 'plan-12', prices: [{ currency: 'CNY', priceMinor: 26_800, listPriceMinor: null }] }] as never
const draw = (changes: Partial<GroupCard> = {}, brand = '畅行', shape: 'wide' | 'square' = 'wide') =>
  drawGroupPicture({
    card: groupCard(changes),
    language: 'zh-CN',
    shape,
    data: { brand: { en: brand, 'zh-CN': brand }, look: defaultLook, mark: null, goods },
  })
const textOf = (svg: string) => svg.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')

it('the picture has the colours and the brand mark of the shop', () => {
  const data = {
    brand: { en: 'Duck', 'zh-CN': '鸭' },
    look: { main: '#8a1c4f', accent: '#9be7ff', corners: 'soft' } as const,
    mark: {
      kind: 'svg',
      data: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 2z"/></svg>',
    } as const,
    goods,
  }
  for (const shape of ['wide', 'square'] as const) {
    const svg = drawGroupPicture({ card: groupCard({}), language: 'en', shape, data })
    expect(svg).toContain('<path fill="#9be7ff"')
    expect(svg).toContain(
      '<svg width="40" height="40" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 2z"/></svg>',
    )
    expect(svg).not.toMatch(/#ffcb36|#006d52|M8\.5 14\.5|<!--/)
  }
})

describe('group picture', () => {
  it.each(['wide', 'square'] as const)('the picture shows brand, headline and price (%s)', (shape) => {
    const said = textOf(draw({}, '畅行', shape))
    for (const part of ['畅行', '还差 1 人，', '¥188']) expect(said).toContain(part)
  })

  it('the picture shows plan, single price and deadline with its time zone', () => {
    const said = textOf(draw())
    for (const part of ['三人团，12 个月，5 台设备', '单独买 ¥268', '北京时间 11月23日 17:14 前没满员'])
      expect(said).toContain(part)
  })

  it('the square picture shows plan and deadline, each line within the frame and below the previous', () => {
    for (const changes of [{}, { size: 2 as const, seats: groupCard().seats.slice(1), openSeats: 1 }]) {
      const svg = draw(changes, '畅行', 'square')
      for (const part of [
        changes.size === 2 ? '两人团，12 个月，5 台设备' : '三人团，12 个月，5 台设备',
        '北京时间 11月23日 17:14',
      ])
        expect(textOf(svg)).toContain(part)
      const lines = [...svg.matchAll(/<text [^>]*x="44" y="(\d+)" font-size="([\d.]+)"/g)].map(([, y, size]) => [
        Number(y),
        Number(size),
      ])
      expect(lines).toHaveLength(5)
      for (const [index, [y = 0, size = 0]] of lines.entries()) {
        expect(y).toBeLessThan(486)
        expect(y - size).toBeGreaterThanOrEqual((lines[index - 1]?.[0] ?? 0) - size * 0.1)
        expect(size).toBeGreaterThanOrEqual(18)
      }
    }
  })

  it.each(['finished', 'expired', 'closed'] as const)('the picture of a group that is %s shows no price', (state) => {
    for (const shape of ['wide', 'square'] as const) {
      const said = textOf(draw({ state, openSeats: 0 }, '畅行', shape))
      expect(said).not.toMatch(/¥|北京时间/)
    }
  })

  it('the picture changes when a seat is taken and is stable otherwise', () => {
    const seats = groupCard().seats.map((seat) => ({ ...seat, state: 'taken' as const, name: 'm***a' }))
    expect(draw({ seats })).not.toBe(draw())
    expect(draw()).toBe(draw())
  })

  it('hostile names and brands are drawn as text or omitted', () => {
    for (const name of [
      '</text><script>',
      '"><image href="file:///etc/passwd"/>',
      '&lt;',
      '\u0000',
      '\ud800',
      '😀',
      'أ',
    ]) {
      const seats = [{ seat: 1, state: 'taken', name, isCreator: true }] as never
      const svg = draw({ seats }, name)
      expect(svg).not.toMatch(/<script|<image/)
      expect(svg).not.toContain('\u0000')
      expect(svg.match(/<(?!\/?(?:svg|path|rect|g|circle|text|tspan)\b)/g)).toBeNull()
      expect(svg).not.toMatch(/\p{Surrogate}/u)
    }
  })

  it('a long brand name is shrunk to fit', () => {
    const sizes = (svg: string) => [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size))
    expect(Math.min(...sizes(draw({}, 'The Longest Brand That Anyone Ever Thought Of')))).toBeLessThan(12)
  })
})
