import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listPlaces, type NodeInPlace } from './places.rules.ts'

const tokyo = { en: 'Tokyo', 'zh-CN': '东京' }
const node = (more: Partial<NodeInPlace> = {}): NodeInPlace => ({
  country: 'JP',
  city: tokyo,
  isUp: true,
  cpuPercent: 20,
  ...more,
})

describe('locations of nodes', () => {
  it('groups nodes of one city however its name is capitalised, and shows a country without a city separately', () => {
    const places = listPlaces([node(), node({ city: { en: 'TOKYO', 'zh-CN': '东京' } }), node({ city: null })])
    expect(places.map(({ country, city }) => [country, city])).toEqual([
      ['JP', tokyo],
      ['JP', null],
    ])
  })

  it('shows cities of the same name in two countries as two locations', () => {
    const city = { en: 'San Jose', 'zh-CN': '圣何塞' }
    expect(listPlaces([node({ country: 'US', city }), node({ country: 'CR', city })])).toHaveLength(2)
  })

  it.each([
    [0, 'low'],
    [49.9, 'low'],
    [50, 'medium'],
    [79.9, 'medium'],
    [80, 'high'],
    [100, 'high'],
  ])('rates %d %% of the CPU as a %s load', (cpuPercent, load) => {
    expect(listPlaces([node({ cpuPercent })])[0]?.load).toBe(load)
  })

  it('shows the mean load of the nodes of a location', () => {
    expect(listPlaces([node({ cpuPercent: 10 }), node({ cpuPercent: 95 })])[0]?.load).toBe('medium')
  })

  it('ignores a node that stopped reporting in the state and load of its location', () => {
    const away = node({ isUp: false, cpuPercent: 99 })
    expect(listPlaces([away, node()])).toEqual([{ country: 'JP', city: tokyo, isUp: true, load: 'low' }])
    expect(listPlaces([away])).toEqual([{ country: 'JP', city: tokyo, isUp: false, load: null }])
  })

  it('shows no load for a location whose nodes reported none', () => {
    expect(listPlaces([node({ cpuPercent: null })])[0]).toMatchObject({ isUp: true, load: null })
  })

  it('shows country, city, state and load of a location, and nothing else about its nodes', () => {
    const cities = fc.constantFrom(null, tokyo, { en: 'Osaka', 'zh-CN': '大阪' })
    const nodes = fc.array(
      fc.record({
        country: fc.constantFrom('JP', 'US'),
        city: cities,
        isUp: fc.boolean(),
        cpuPercent: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
        host: fc.constant('node.example.org'),
      }),
    )
    fc.assert(
      fc.property(nodes, (all) => {
        const places = listPlaces(all)
        expect(places.length).toBe(new Set(all.map(({ country, city }) => `${country} ${city?.en}`)).size)
        for (const place of places) expect(Object.keys(place)).toEqual(['country', 'city', 'isUp', 'load'])
      }),
    )
  })
})
