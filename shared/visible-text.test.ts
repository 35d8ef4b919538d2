import { describe, expect, it } from 'vitest'
import { checkDeviceName } from './device-codes.ts'
import { isBlank, withoutUnseen } from './visible-text.ts'

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

describe('the name of a device', () => {
  it.each([...turns, '\u2028', '\u2029', '\u0007', '\u001B'])(
    'holds nothing that turns or breaks its line: %j',
    (mark) => {
      expect(checkDeviceName(`Lin${mark}enohp`)).toBe('DeviceNameFormat')
      expect(withoutUnseen(`Lin${mark}enohp`)).toBe('Lin enohp')
    },
  )

  it('is to be seen: spaces and marks of no width are none', () => {
    for (const blank of ['', '  ', '\u200B', '\u200D\uFEFF', '\u00AD'])
      expect([checkDeviceName(blank), isBlank(blank)]).toEqual(['Required', true])
  })

  it('may be in any script, with an emoji that is joined of several', () => {
    for (const name of ['Lin’s phone', '小林的手机', 'هاتف لينا', 'טלפון', '👩‍💻'])
      expect([checkDeviceName(name), withoutUnseen(name), isBlank(name)]).toEqual([null, name, false])
  })
})
