import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasRole, operatorRoles } from '#shared/contract/operator/roles.ts'
import {
  factorMinutes,
  findSecretFault,
  isActiveOwner,
  isFactorFresh,
  isNeverUsed,
  isOwnerless,
  leavesAnOwner,
  operatorNameKey,
  operatorNameLook,
  readOperatorName,
} from './operators.rules.ts'
import { sentence } from '#text/sentence.ts'

const now = new Date('2026-11-22T12:00:00Z')
const row = { id: 'a', role: 'owner', demo: false, disabledAt: null, invitedUntil: null } as const
const rows = fc.array(
  fc.record({
    id: fc.uuid(),
    role: fc.constantFrom(...operatorRoles),
    demo: fc.boolean(),
    disabledAt: fc.constantFrom(null, now),
    invitedUntil: fc.constantFrom(null, new Date(now.getTime() - 1), new Date(now.getTime() + 1)),
  }),
  { maxLength: 6 },
)

describe('operator name', () => {
  it.each([
    ['lin', 'Lin'],
    ['lin', ' lin '],
    ['lin', 'ＬＩＮ'],
    ['anna maria', 'Anna  Maria'],
    ['straße', 'STRASSE'],
    ['josé', 'JOSE\u0301'],
  ])('treats the names %s and %s as equal', (one, other) => {
    expect(operatorNameKey(one)).toBe(operatorNameKey(other))
  })

  it('stores a name without invisible characters and extra spaces', () => {
    expect([readOperatorName(' Lin  Wu '), readOperatorName('林晓'), readOperatorName('a.b-c_d')]).toEqual([
      'Lin Wu',
      '林晓',
      'a.b-c_d',
    ])
    for (const name of [
      '',
      'a',
      ' ',
      '-ab',
      'ab-',
      'a..b',
      'a\u200bb',
      'a\u202eb',
      'a\nb\u0000',
      'SYSTEM',
      'x'.repeat(41),
      'a@b',
    ])
      expect(readOperatorName(name)).toBeNull()
    expect(readOperatorName('x'.repeat(40))).toHaveLength(40)
  })

  it.each(['оlive', 'fіnn', 'Αnn', 'lin晓', 'ѕуѕтем', 'systern', 'ѕуѕтеm'])(
    'rejects a reserved name or one in mixed scripts: %s',
    (name) => expect(readOperatorName(name)).toBeNull(),
  )

  it.each(['Олег', 'Ελένη', '林晓', 'さくら花', '김 민', 'José-2'])('accepts a name in one script: %s', (name) =>
    expect(readOperatorName(name)).toBe(name),
  )

  it.each([
    ['coco', 'сосо'],
    ['olive', 'o1ive'],
    ['olive', 'ollve'],
    ['anna.maria', 'annamaria'],
    ['Jose', 'José'],
    ['hop', 'НОР'],
    ['anna', 'ɑnnɑ'],
    ['maria', 'rnaria'],
    ['maria', 'r.naria'],
    ['wei', 'vvei'],
    ['dara', 'cIara'],
    ['Oskar', 'Øskar'],
    ['Lukas', 'Łukas'],
    ['george', 'ɡeorɡe'],
    ['aeon', 'æon'],
    ['сергей', 'cepreй'],
  ])('treats %s as looking like %s', (one, other) => expect(operatorNameLook(other)).toBe(operatorNameLook(one)))

  it.each([
    ['ann', 'anna'],
    ['lin', 'wei'],
    ['林晓', '林小'],
  ])('does not treat %s as looking like %s', (one, other) =>
    expect(operatorNameLook(other)).not.toBe(operatorNameLook(one)),
  )

  it('a name as typed and as stored has the same key for comparison', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const name = readOperatorName(typed)
        if (name === null) return
        expect(readOperatorName(name)).toBe(name)
        expect(operatorNameKey(typed)).toBe(operatorNameKey(name))
        expect(operatorNameKey(operatorNameKey(name))).toBe(operatorNameKey(name))
      }),
    )
  })
})

describe('operator roles', () => {
  it('lets a role include the lower roles and nothing more', () => {
    for (const [at, role] of operatorRoles.entries())
      for (const [needed, name] of operatorRoles.entries()) expect(hasRole(role, name)).toBe(at >= needed)
  })
})

it('a second-factor code of an operator counts as fresh for five minutes', () => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  expect(factorMinutes).toBe(5)
  expect([isFactorFresh(before(299_999), now), isFactorFresh(before(300_000), now)]).toEqual([true, false])
})

it("an operator's secret has 12 to 128 characters, six different ones, and not the name", () => {
  const at = (length: number) => 'abcdefghij'.repeat(13).slice(0, length)
  expect([at(12), at(128)].map((secret) => findSecretFault(secret, 'lin'))).toEqual([null, null])
  expect(
    [at(11), at(129), 'ababababababab', 'abcdef-LIN-ghijkl'].map((secret) => findSecretFault(secret, 'lin')),
  ).toEqual([
    sentence('secret.badLength', { least: 12, most: 128, has: 11 }),
    sentence('secret.badLength', { least: 12, most: 128, has: 129 }),
    sentence('secret.fewCharacters'),
    sentence('secret.containsName'),
  ])
  expect(findSecretFault('aaaaaaaabcdef', 'lin')).toBeNull()
})

it('treats operator names with and without a space as different', () => {
  expect(operatorNameKey(' Lin   Ada ')).toBe('lin ada')
})

describe('owners', () => {
  it('an invited, demo or disabled owner, or another role, is not an active owner', () => {
    expect(isActiveOwner(row)).toBe(true)
    for (const change of [{ demo: true }, { disabledAt: now }, { invitedUntil: now }, { role: 'finance' } as const])
      expect(isActiveOwner({ ...row, ...change })).toBe(false)
  })

  it('rejects the removal of the last active owner', () => {
    expect(leavesAnOwner([row], 'a')).toBe(false)
    expect(leavesAnOwner([row, { ...row, id: 'b', invitedUntil: now }], 'a')).toBe(false)
    expect(leavesAnOwner([row, { ...row, id: 'b' }], 'a')).toBe(true)
    fc.assert(
      fc.property(rows, (all) => {
        for (const { id } of all)
          expect(leavesAnOwner(all, id)).toBe(all.filter((each) => isActiveOwner(each) && each.id !== id).length > 0)
      }),
    )
  })

  it('allows a first owner only where no owner can sign in', () => {
    expect(isOwnerless([])).toBe(true)
    expect(isOwnerless([row])).toBe(false)
    for (const other of [
      { disabledAt: now },
      { demo: true },
      { role: 'finance' as const },
      { invitedUntil: new Date(now.getTime() + 1) },
    ])
      expect(isOwnerless([{ ...row, ...other }])).toBe(true)
    fc.assert(fc.property(rows, (all) => isOwnerless(all) === !all.some(isActiveOwner)))
  })

  it('renews an invitation only for an account that was never used', () => {
    const unused = { demo: false, disabledAt: null, acceptedAt: null }
    expect(isNeverUsed(unused)).toBe(true)
    for (const other of [{ demo: true }, { disabledAt: now }, { acceptedAt: now }])
      expect(isNeverUsed({ ...unused, ...other })).toBe(false)
  })
})
