import { describe, expect, it } from 'vitest'
import { isOwnName } from './own-names.rules.ts'

const names = ['maya.traveller', 'sunrise@harbour.example', '+8613800138042']

describe('password based on an own name', () => {
  it.each([
    'maya.traveller',
    'MAYA-TRAVELLER',
    'ｍａｙａ traveller',
    'traveller',
    'rellevart',
    'maya',
    'm4y4',
    'M@y@',
    'maya12345',
    '12maya345',
    'mayamayamaya',
    'mayaayammaya',
    'sunrise@harbour.example',
    '5unr!53',
    'harbour.2025',
    '8613800138042',
    '13800138042',
    '3800138042',
    '00138042',
  ])('detects that %s is based on an own name', (password) => {
    expect(isOwnName(password, names)).toBe(true)
  })

  it.each(['maya123456', 'x', '', 'may', 'example', 'correct horse', '0013804', '龙凤虎鹤鹿龟maya'])(
    'accepts %j as not based on an own name',
    (password) => {
      expect(isOwnName(password, names)).toBe(false)
    },
  )

  it('accepts every password if no own name has four letters or digits', () => {
    expect(isOwnName('maya', [])).toBe(false)
    expect(isOwnName('abc', ['abc'])).toBe(false)
    expect(isOwnName('a-b', ['a-b-c'])).toBe(false)
    expect(isOwnName('abcd', ['abcd'])).toBe(true)
    expect(isOwnName('....', ['....'])).toBe(false)
  })

  it('recognises characters that stand for letters', () => {
    expect(isOwnName('01!|34@5$7+8962', ['oiiieaassttbggz'])).toBe(true)
    expect(isOwnName('likely', ['iikeiy'])).toBe(true)
  })

  it.each(['00138042', '3800138042', '13800138042', '8613800138042'])(
    'recognises a phone number by %s with five extra characters, and not with six',
    (digits) => {
      expect(isOwnName(`${digits}abcde`, names)).toBe(true)
      expect(isOwnName(`${digits}abcdef`, names.slice(0, 2).concat(`+${digits}`))).toBe(false)
    },
  )

  it('recognises a phone number by eight or more of its last digits, and ignores digits in a name', () => {
    expect(isOwnName('80013804', ['+8613800138042'])).toBe(false)
    expect(isOwnName('0138042', ['+8613800138042'])).toBe(false)
    expect(isOwnName('raveller', ['maya.traveller'])).toBe(false)
    expect(isOwnName('xexample', ['+8613800138042@x.example'])).toBe(false)
    expect(isOwnName('3800138042abcde', ['maya+13800138042'])).toBe(false)
    expect(isOwnName('38042', ['maya38042'])).toBe(false)
  })
})
