import { expect, it } from 'vitest'
import { menuPathOf } from '#shared/account-sections.ts'
import en from '#text/en/site/account.ts'
import zh from '#text/zh-CN/site/account.ts'
import { titleOf } from './shell.tsx'

const pages = [
  'profile',
  'orders',
  'security',
  'notifications',
  'connect',
  'device',
  'reward',
  'kol',
  'group-buying',
  'benefits',
  'help',
  'delete-account',
  'receipt/x',
  'no-such',
]

it.each([en, zh])('every page of the account area has a title of its own', (t) => {
  const titles = pages.map((page) => titleOf(`/user/${page}`, t))
  expect(new Set(titles).size).toBe(pages.length)
  expect(titles.every((title) => title.trim() !== '')).toBe(true)
})

it('an inherited object property is not a section', () => {
  expect(titleOf('/user/constructor', en)).toBe(en.notFound.title)
})

it('a receipt belongs to the section of orders', () => {
  expect(menuPathOf('/user/receipt/01J')).toBe('/user/orders/01J')
  expect(menuPathOf('/user/profile')).toBe('/user/profile')
})
