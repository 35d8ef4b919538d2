import { expect, it } from 'vitest'
import { groupByCountry, nameCountry } from './server-locations.ts'

const place = (country: string, en?: string, zh?: string) => ({
  country,
  city: en === undefined ? null : { en, 'zh-CN': zh ?? en },
})

it('countries are named as people call them, in both languages', () => {
  expect(['HK', 'US', 'JP'].map((country) => nameCountry(country, 'en'))).toEqual([
    'Hong Kong',
    'United States',
    'Japan',
  ])
  expect(['HK', 'US', 'JP'].map((country) => nameCountry(country, 'zh-CN'))).toEqual(['香港', '美国', '日本'])
})

it('countries and their cities are sorted by their names in the language', () => {
  const places = [
    place('US', 'San Jose', '圣何塞'),
    place('JP', 'Tokyo', '东京'),
    place('US', 'Los Angeles', '洛杉矶'),
    place('DE'),
  ]
  const namesOf = (language: 'en' | 'zh-CN') =>
    groupByCountry(places, language).map(({ name, places: here }) => [name, here.map(({ city }) => city?.[language])])
  expect(namesOf('en')).toEqual([
    ['Germany', [undefined]],
    ['Japan', ['Tokyo']],
    ['United States', ['Los Angeles', 'San Jose']],
  ])
  expect(namesOf('zh-CN')).toEqual([
    ['德国', [undefined]],
    ['美国', ['洛杉矶', '圣何塞']],
    ['日本', ['东京']],
  ])
})
