import { describe, expect, it } from 'vitest'
import { effectLines } from './effect-lines.ts'
import { sentence } from '#text/sentence.ts'

const english = { language: 'en', timeZone: 'Asia/Shanghai' } as const
const chinese = { language: 'zh-CN', timeZone: 'Asia/Shanghai' } as const

describe('effects of a proposal in a mail', () => {
  it('a mail shows the sentence of the preview, in the language of its reader', () => {
    const effects = {
      name: 'tunnels.set-provider',
      input: { provider: 'panel-one', kind: 'remnawave' },
      output: {
        provider: 'panel-one',
        change: 'added',
        origin: 'https://panel.example',
        serves: sentence('panel.servesBoth'),
        newSecrets: 1,
        feedToken: '',
      },
    } as const
    expect(effectLines(effects, english)).toEqual([
      'The tunnel provider panel-one at https://panel.example would be added. Serves: trial and paid members. New secrets: 1.',
    ])
    expect(effectLines(effects, chinese)).toEqual([
      '代理面板 panel-one（https://panel.example）将添加。服务对象：试用和付费会员；更换的密钥：1 个。',
    ])
  })

  it('contain amounts, and moments in the time zone of the reader', () => {
    const effects = {
      name: 'people.erase',
      input: { user: '100000001', reason: 'asked by mail' },
      output: {
        uid: 100000001,
        erase: new Date('2026-12-31T18:00:00Z'),
        memberUntil: null,
        signIns: 1,
        paidOrders: 2,
        earned: { amountMinor: 1234, currency: 'USD' },
        notified: 1,
      },
    } as const
    const [line] = effectLines(effects, english)
    expect(line).toContain('1 Jan 2027, 02:00 (UTC+8)')
    expect(line).toContain('$12.34')
    expect(line).toContain('100000001')
  })

  it('hide personal data, which a mail would carry readably', () => {
    const effects = {
      name: 'people.change-address',
      input: { user: '100000001', kind: 'email', address: 'new@people.example', reason: 'x' },
      output: {
        uid: 100000001,
        kind: 'email',
        before: 'old@people.example',
        after: 'new@people.example',
        notified: 1,
        due: new Date(0),
        lapses: new Date(0),
      },
    } as const
    for (const reader of [english, chinese]) expect(effectLines(effects, reader).join()).not.toContain('people.example')
  })

  it('hide secrets of the input', () => {
    const effects = {
      name: 'connections.set',
      input: { connection: 'epay1', values: '{"EPAY1_KEY":"very-secret"}', reason: 'x' },
      output: {
        connection: 'epay1',
        change: sentence('panel.none'),
        settings: 'EPAY1_KEY',
        changes: [],
        formerKeys: '',
      },
    } as const
    const [line] = effectLines(effects, english)
    expect(line).toContain('Settings: EPAY1_KEY')
    expect(line).not.toContain('very-secret')
  })

  it('a mail shows the plain facts of an action that has no sentence of its own, in any language', () => {
    const effects = {
      name: 'groups.expire',
      input: { group: 'ABCDEFGH', reason: 'x' },
      output: { group: 'ABCDEFGH', status: 'expired', refunds: 2, cancels: 1, unclaimed: 0 },
    } as const
    expect(effectLines(effects, english)).toContain('Refunds: 2')
    expect(effectLines(effects, chinese).join()).toMatch(/：2/)
  })
})
