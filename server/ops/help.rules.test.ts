import { describe, expect, it } from 'vitest'
import { actions } from './actions.ts'
import { helpText } from './help.rules.ts'

const namesIn = (text: string) =>
  actions.filter(({ name, usage }) => text.includes(`  ${name} ${usage}`.trimEnd())).map(({ name }) => name)

describe('help', () => {
  it.each([
    [
      'goods',
      [
        'goods list',
        'goods add',
        'goods set-price',
        'goods set-group-price',
        'goods describe',
        'goods retire',
        'goods restore',
      ],
    ],
    ['promo', ['promo-create', 'promo-list', 'promo-disable']],
    ['promo-create', ['promo-create']],
    ['settlement approve', ['settlement approve']],
    ['REFUND', ['refund', 'crypto refund-sent']],
    ['content improt', ['content export', 'content preview', 'content import', 'content versions']],
  ])('about %s names these alone', (subject, names) => {
    expect(namesIn(helpText(actions, subject)).toSorted()).toEqual(names.toSorted())
  })

  it('names everything where no subject is given, with the role that each needs', () => {
    const text = helpText(actions, '')
    expect(namesIn(text)).toHaveLength(actions.length)
    expect(text).toContain('[finance or above, asks for a code]')
  })

  it('says which subjects there are where there is nothing about this one', () => {
    const text = helpText(actions, 'weather')
    expect(text).toContain('There is nothing about "weather".\nSubjects: affiliate, ')
    expect(helpText(actions, 'weather', true)).toMatch(/^There is no command "weather"[.]\nSubjects/)
    expect(helpText(actions, 'goods ad', true)).toContain('goods set-price')
  })
})

describe('help about three commands', () => {
  const open = { name: 'door open', usage: '--id ID', summary: 'Opens it.', role: 'owner', stepUp: 'door' }
  const ring = { name: 'door-bell ring', usage: '', summary: 'Rings.', role: 'support' }
  const wall = { name: 'wall', usage: '', summary: 'Shows it.' }
  const help = (subject: string, unknown?: boolean) => helpText([open, ring, wall], subject, unknown)
  const opens = '  door open --id ID\n      Opens it. [owner, asks for a code]'
  const rings = '  door-bell ring\n      Rings. [support or above]'
  const shows = '  wall\n      Shows it.'
  const usage = (...lines: readonly string[]) =>
    `Usage: npm run ops -- COMMAND [options]\n\n${lines.join('\n')}\n\nEvery command takes --help. In DEV and TEST --operator NAME tries it out without signing in.`

  it('is a line for each with the role that it needs, and one with what it does', () => {
    expect(help('')).toBe(usage(opens, rings, shows))
    expect(help(' WALL  ')).toBe(usage(shows))
    expect(help('door-bell')).toBe(usage(rings))
    expect(help('door')).toBe(usage(opens, rings))
  })

  it('names what is near a command that there is not, or else the subjects', () => {
    expect(help('door  opne', true)).toBe(`There is no command "door  opne".\n\n${opens}\n${rings}`)
    expect(help('roof', true)).toBe(
      'There is no command "roof".\nSubjects: door, wall. npm run ops -- help SUBJECT says more.',
    )
    expect(help('roof')).toBe('There is nothing about "roof".\nSubjects: door, wall.')
  })
})
