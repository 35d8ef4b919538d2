import { expect, test } from 'vitest'
import home from '#text/en/site/home.ts'
import homeChinese from '#text/zh-CN/site/home.ts'
import { usualDevices } from './page-facts.ts'

const plans = (...counts: number[]) => counts.map((maxDevices) => ({ maxDevices }))

test('the stated number of devices is the most common one, with the largest if different', () => {
  expect(usualDevices(plans(5, 10, 5, 5))).toEqual({ usual: 5, most: 10 })
  expect(usualDevices(plans(10, 5))).toEqual({ usual: 5, most: 10 })
  expect(usualDevices(plans(3))).toEqual({ usual: 3, most: 3 })
  expect(usualDevices([])).toEqual({ usual: 0, most: 0 })
  expect(home.devicesText(5, 10)).toContain('Five at the same time, up to 10 with a larger plan.')
  expect(home.devicesText(5, 5)).toMatch(/Five at the same time\.$/)
  expect(homeChinese.devicesText(5, 10)).toContain('5\u00a0台同时在线，大套餐可到 10\u00a0台')
})
