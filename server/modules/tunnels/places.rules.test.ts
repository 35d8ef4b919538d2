import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCountry, listPlaces, type NodeInPlace } from './places.rules.ts'

const tokyo = { en: 'Tokyo', 'zh-CN': '东京' }
const node = (more: Partial<NodeInPlace> = {}): NodeInPlace => ({
  country: 'JP',
  city: tokyo,
  isUp: true,
  cpuPercent: 20,
  ...more,
})

describe('places of nodes', () => {
  it('nodes of one city are one place, however its name is capitalised, and a country without a city is another', () => {
    const places = listPlaces([node(), node({ city: { en: 'TOKYO', 'zh-CN': '东京' } }), node({ city: null })])
    expect(places.map(({ country, city }) => [country, city])).toEqual([
      ['JP', tokyo],
      ['JP', null],
    ])
  })

  it('cities of the same name in two countries are two places', () => {
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
  ])('%d %% of the CPU is a %s load', (cpuPercent, load) => {
    expect(listPlaces([node({ cpuPercent })])[0]?.load).toBe(load)
  })

  it('the load of a place is the mean of its nodes', () => {
    expect(listPlaces([node({ cpuPercent: 10 }), node({ cpuPercent: 95 })])[0]?.load).toBe('medium')
  })

  it('a node that is away counts neither as up nor in the load of its place', () => {
    const away = node({ isUp: false, cpuPercent: 99 })
    expect(listPlaces([away, node()])).toEqual([{ country: 'JP', city: tokyo, isUp: true, load: 'low' }])
    expect(listPlaces([away])).toEqual([{ country: 'JP', city: tokyo, isUp: false, load: null }])
  })

  it('a place has no load if no node of it reported one', () => {
    expect(listPlaces([node({ cpuPercent: null })])[0]).toMatchObject({ isUp: true, load: null })
  })

  it('a place shows country, city, state and load, and nothing else of its nodes', () => {
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

describe('country codes', () => {
  it.each(['JP', 'US', 'GB', 'HK', 'TW', 'DE', 'XK'])('%s is a country', (code) => {
    expect(isCountry(code)).toBe(true)
  })

  // `Intl` names all of these: replaced codes, unions of countries, and codes for tests.
  it.each(['UK', 'DD', 'SU', 'AN', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])('%s is no country', (code) => {
    expect(isCountry(code)).toBe(false)
  })

  it.each(['', 'J', 'jp', 'JPN', 'XX', '12'])('%j is no country', (code) => {
    expect(isCountry(code)).toBe(false)
  })
})
