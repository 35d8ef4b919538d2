import { describe, expect, it } from 'vitest'
import { described } from './described.ts'
import { helpText } from './help.ts'

const namesIn = (text: string) =>
  described.filter(({ name, usage }) => text.includes(`  ${name} ${usage}`.trimEnd())).map(({ name }) => name)

const planNames = [
  'compare',
  'show',
  'list',
  'add',
  'set-price',
  'set-group-price',
  'describe',
  'retire',
  'restore',
].map((verb) => `plans ${verb}`)

describe('help', () => {
  it.each([
    ['plans', [...planNames, 'figures month-plans']],
    ['promo', ['promos create', 'promos list', 'promos disable']],
    ['promos.create', ['promos create']],
    ['payouts approve', ['payouts approve']],
    [
      'REFUND',
      [
        'orders refund',
        'crypto refund-sent',
        ...['ask', 'batch', 'batch-lines', 'retry'].map((verb) => `refunds ${verb}`),
      ],
    ],
    [
      'content improt',
      [
        'discard-draft',
        'export',
        'list',
        'open',
        'preview',
        'publish',
        'publish-samples',
        'publish-text',
        'restore',
        'save-draft',
        'versions',
        'withdraw',
        'withdraw-samples',
        'wording',
      ].map((verb) => `content ${verb}`),
    ],
  ])('help for %s lists exactly its commands', (subject, names) => {
    expect(namesIn(helpText(described, subject)).toSorted()).toEqual(names.toSorted())
  })

  it('help without a subject lists everything with its role', () => {
    const text = helpText(described, '')
    expect(namesIn(text)).toHaveLength(described.length)
    expect(text).toContain('[finance or above, asks for a code]')
  })

  it('help for one command explains its options and when it needs two operators', () => {
    const text = helpText(described, 'orders refund')
    expect(text).toContain('--order NUMBER [--all] [--amount 12.34] [--take-days N] --reason TEXT [--preview]')
    expect(text).toMatch(/--take-days N +Only for a partial refund[.] Empty: the customer keeps the time/)
    expect(text).toContain('Takes a second operator: If all refunds of this order together')
  })

  it('help for an unknown subject lists the subjects', () => {
    const text = helpText(described, 'weather')
    expect(text).toContain('There is nothing about "weather".\nSubjects: affiliates, ')
    expect(helpText(described, 'weather', true)).toMatch(/^There is no command "weather"[.]\nSubjects/)
    expect(helpText(described, 'plans ad', true)).toContain('plans set-price')
  })
})

describe('help with three commands', () => {
  const open = { name: 'door open', usage: '--id ID', summary: 'Opens it.', role: 'owner', stepUp: 'door' }
  const ring = { name: 'door-bell ring', usage: '', summary: 'Rings.', role: 'support' }
  const wall = { name: 'wall', usage: '', summary: 'Shows it.' }
  const help = (subject: string, unknown?: boolean) => helpText([open, ring, wall], subject, unknown)
  const opens = '  door open --id ID\n      Opens it. [owner, asks for a code]'
  const rings = '  door-bell ring\n      Rings. [support or above]'
  const shows = '  wall\n      Shows it.'
  const usage = (...lines: readonly string[]) =>
    `Usage: wayfare COMMAND [options]\n\n${lines.join('\n')}\n\nEvery command takes --help. In DEV and TEST --operator NAME tries it out without signing in.`

  it('help for one command adds its options, and for several it does not', () => {
    const options = ['      --id ID  Which door.', '      --wide   Both wings.']
    const gate = { ...open, name: 'gate open', options, second: 'It is night.' }
    const opensGate = '  gate open --id ID\n      Opens it. [owner, asks for a code]'
    const explained = `${opensGate}\n      Takes a second operator: It is night.\n\n${options.join('\n')}`
    expect(helpText([gate, wall], 'gate')).toBe(usage(explained))
    expect(helpText([gate, wall], '')).toBe(usage(opensGate, shows))
  })

  it('help lists each command with its role and description', () => {
    expect(help('')).toBe(usage(opens, rings, shows))
    expect(help(' WALL  ')).toBe(usage(shows))
    expect(help('door-bell')).toBe(usage(rings))
    expect(help('door')).toBe(usage(opens, rings))
  })

  it('help for an unknown command suggests similar ones, or the subjects', () => {
    expect(help('door  opne', true)).toBe(`There is no command "door  opne".\n\n${opens}\n${rings}`)
    expect(help('roof', true)).toBe(
      'There is no command "roof".\nSubjects: door, wall. wayfare help SUBJECT says more.',
    )
    expect(help('roof')).toBe('There is nothing about "roof".\nSubjects: door, wall.')
  })
})
