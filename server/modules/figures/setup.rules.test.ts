import { describe, expect, it } from 'vitest'
import { setupSteps } from '#shared/setup-steps.ts'
import { judgeSetup, type SetupState } from './setup.rules.ts'

const now = new Date('2026-11-29T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const clauses = (['en', 'zh-CN'] as const).flatMap((language) =>
  ['terms-of-service', 'privacy-policy'].map((slug) => ({ slug, language })),
)
const ready: SetupState = {
  now,
  isNamed: true,
  hasSeller: true,
  clauses,
  plans: [['CNY', 'USD'], ['USD']],
  paid: ['CNY', 'USD'],
  sendsMail: true,
  sendsSms: true,
  nodesSeen: [null, hoursAgo(1)],
  panels: 0,
  owners: 2,
  backupAt: hoursAgo(36),
  hasSold: true,
  isOpen: true,
}
const open = (change: Partial<SetupState>) => {
  const steps = judgeSetup({ ...ready, ...change })
  return setupSteps.filter((step) => !steps[step])
}

describe('checklist of a new shop', () => {
  it('has no open step when the shop is set up completely', () => {
    expect(open({})).toEqual([])
  })

  it.each<[string, Partial<SetupState>, string[]]>([
    ['the shop has the name of the product', { isNamed: false }, ['brand']],
    ['a legal text is missing in one language', { clauses: clauses.slice(1) }, ['texts']],
    ['receipts have no seller', { hasSeller: false }, ['seller']],
    ['no plan has a price', { plans: [[], []] }, ['plan']],
    ['no payment method is offered', { paid: [] }, ['payment']],
    ['a currency on sale cannot be paid', { paid: ['USD'] }, ['payment']],
    ['no mail server is set', { sendsMail: false }, ['mail']],
    ['no SMS service is set', { sendsSms: false }, ['sms']],
    ['no node has reported within the hour', { nodesSeen: [null, hoursAgo(1.01)] }, ['connection']],
    ['there is neither node nor panel', { nodesSeen: [] }, ['connection']],
    ['one owner is alone', { owners: 1 }, ['owners']],
    ['the last backup is older than 36 hours', { backupAt: hoursAgo(36.01) }, ['backup']],
    ['no backup has run', { backupAt: null }, ['backup']],
    ['nothing was sold yet', { hasSold: false }, ['sale']],
    ['visitors see the holding page', { isOpen: false }, ['open']],
  ])('asks for a step while %s', (_title, change, steps) => {
    expect(open(change)).toEqual(steps)
  })

  it('accepts a connected VPN provider panel instead of own nodes', () => {
    expect(open({ nodesSeen: [], panels: 1 })).toEqual([])
  })
})
