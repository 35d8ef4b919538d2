import { expect, test } from 'vitest'
import { findSettingFault } from './settings-file.rules.ts'

test('knows settings by name alone, not what every object inherits', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(findSettingFault(name, 'anything')).toMatch(/is no setting/)
  expect(findSettingFault('brand', { en: 'A', 'zh-CN': 'B' })).toBeNull()
  const inherited = JSON.parse('{"en":"A","zh-CN":"B","constructor":"C"}') as unknown
  expect(findSettingFault('brand', inherited)).toMatch(/does not look/)
})
