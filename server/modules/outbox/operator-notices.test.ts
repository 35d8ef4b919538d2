import { describe, expect, it } from 'vitest'
import { languages } from '#shared/language.ts'
import { actions as actionsEn } from '#text/en/actions.ts'
import { actions as actionsZh } from '#text/zh-CN/actions.ts'
import { operatorMailText, type MailingNotice, type OperatorNotice } from './operator-notices.ts'

const proposal = {
  kind: 'proposal',
  id: 'p-1',
  action: 'orders.refund',
  by: 'ann',
  against: null,
  aloneFrom: null,
  days: 7,
} as const
const notices: readonly Exclude<OperatorNotice, MailingNotice>[] = [
  proposal,
  { ...proposal, aloneFrom: '2026-11-22T12:34:56.789Z' },
  { ...proposal, against: 'bea' },
  { ...proposal, effects: ['It would refund 12.34.', 'It would take back 3 days.'] },
  { kind: 'stopped', id: 'p-2', action: 'operators.disable', by: 'bea', preparedBy: 'ann', days: 7 },
  { kind: 'granted', action: 'clients.publish', by: 'bea', preparedBy: 'ann' },
  { kind: 'granted', action: 'clients.publish', by: 'ann', preparedBy: 'ann' },
  { kind: 'invited', name: 'lin', by: 'ann', role: 'finance' },
  { kind: 'role', name: 'lin', by: 'ann', before: 'support', after: 'owner' },
  { kind: 'disabled', name: 'lin', by: 'ann' },
  { kind: 'reset', name: 'lin', by: 'ann' },
  { kind: 'passkey-added', name: 'lin', passkey: 'A stick' },
  { kind: 'passkey-removed', name: 'lin', passkey: 'A stick' },
  { kind: 'secret', name: 'lin' },
  { kind: 'address', name: 'lin', set: true },
  { kind: 'address', name: 'lin', set: false },
  { kind: 'told-less', name: 'lin' },
  { kind: 'accountant-confirm', by: 'ann', days: 7 },
  { kind: 'accountant-month', month: '2026-11' },
  { kind: 'accountant-stopped' },
]

describe.each(languages)('operator notice in %s', (language) => {
  it.each(notices)('the operator notice contains every fact of %j', (notice) => {
    const { subject, heading, lead, notes, page = '' } = operatorMailText(notice, language, 'Wayfare')
    const said = [subject, heading, lead, ...notes, page].join('\n')
    const { kind, ...facts } = notice
    const labels = language === 'en' ? actionsEn : actionsZh
    const inWords = (fact: string): string =>
      fact.includes('T12:')
        ? { en: '22 Nov 2026, 12:34 (UTC)', 'zh-CN': '2026年11月22日 12:34 (UTC)' }[language]
        : fact in labels
          ? `“${labels[fact as keyof typeof labels].label}”`
          : fact
    const texts = Object.values(facts)
      .flat()
      .filter((fact) => typeof fact === 'string')
    for (const fact of texts) expect(said).toContain(inWords(fact))
    // The notice contains neither commands nor the names of actions in code.
    expect([heading, lead, ...notes].join('\n')).not.toMatch(/npm run|--|[a-z]+\.(?!md)[a-z]+/)
    expect(said).not.toMatch(/undefined|null|\[object/)
    expect(subject).toContain('Wayfare')
    expect(kind === 'proposal' && notice.aloneFrom === null && said.includes('UTC')).toBe(false)
  })
})

it.each([
  ['en', '22 Nov 2026, 20:34 (UTC+8)'],
  ['zh-CN', '2026年11月22日 20:34 (UTC+8)'],
] as const)('a time in a proposal is in the time zone of its reader (%s)', (language, moment) => {
  const notice = { ...proposal, aloneFrom: '2026-11-22T12:34:56.789Z', timeZone: 'Asia/Shanghai' }
  expect(operatorMailText(notice, language, 'Wayfare').notes.join()).toContain(moment)
})

it('each kind of operator notice has its own wording in each language', () => {
  const [en, zh] = languages.map((language) => notices.map((notice) => operatorMailText(notice, language, 'x').lead))
  for (const [index, lead] of en!.entries()) expect(zh![index]).not.toBe(lead)
  expect(new Set(en).size).toBe(notices.length - 1)
})

it('a proposal without effects has no empty list', () => {
  const { lead } = operatorMailText(proposal, 'en', 'Wayfare')
  expect(lead).not.toContain('What it would do')
  const told = operatorMailText({ ...proposal, effects: ['First.', 'Second.'] }, 'zh-CN', 'Wayfare')
  expect(told.lead).toContain('批准后的结果：\nFirst.\nSecond.')
})
