import { describe, expect, it } from 'vitest'
import { checkDeviceName } from './device-codes.ts'
import { isBlank, replaceInvisibleCharacters } from './visible-text.ts'

const turns = [
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200E',
  '\u200F',
  '\u061C',
]

describe('device name', () => {
  it.each([...turns, '\u2028', '\u2029', '\u0007', '\u001B'])(
    'a device name with the control or direction character %j is refused',
    (mark) => {
      expect(checkDeviceName(`Lin${mark}enohp`)).toBe('DeviceNameFormat')
      expect(replaceInvisibleCharacters(`Lin${mark}enohp`)).toBe('Lin enohp')
    },
  )

  it('a device name of only invisible characters is refused', () => {
    for (const blank of ['', '  ', '\u200B', '\u200D\uFEFF', '\u00AD'])
      expect([checkDeviceName(blank), isBlank(blank)]).toEqual(['Required', true])
  })

  it('a device name may use any script and joined emoji', () => {
    for (const name of ['Lin’s phone', '小林的手机', 'هاتف لينا', 'טלפון', '👩‍💻'])
      expect([checkDeviceName(name), replaceInvisibleCharacters(name), isBlank(name)]).toEqual([null, name, false])
  })
})
