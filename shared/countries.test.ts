import { describe, expect, it } from 'vitest'
import { isCountry, listCountries } from './countries.ts'

describe('country codes', () => {
  it.each(['JP', 'US', 'GB', 'HK', 'TW', 'DE', 'XK'])('accepts %s as a country', (code) => {
    expect(isCountry(code)).toBe(true)
  })

  // `Intl` has names for all these codes, although they are former codes, unions of countries or test codes.
  it.each(['UK', 'DD', 'SU', 'AN', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])('rejects %s as a country', (code) => {
    expect(isCountry(code)).toBe(false)
  })

  it.each(['', 'J', 'jp', 'JPN', 'XX', '12'])('rejects %j as a country', (code) => {
    expect(isCountry(code)).toBe(false)
  })

  it('lists each country once', () => {
    const all = listCountries()
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(240)
    expect(all).toEqual(expect.arrayContaining(['JP', 'HK', 'TW', 'XK']))
  })
})
