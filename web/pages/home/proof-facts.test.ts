import { describe, expect, it } from 'vitest'
import type { Language } from '#shared/language.ts'
import type { Proof, SiteData } from '#shared/site.ts'
import en from '#text/en/site/home.ts'
import zh from '#text/zh-CN/site/home.ts'
import { listFacts } from './proof-facts.ts'

const place = { en: 'Reykjavík', 'zh-CN': '雷克雅未克' }
const whole: Proof = {
  company: { name: 'Road ehf.', place, url: 'https://about.example' },
  audit: { by: 'Ann', month: '2026-05', url: 'https://audit.example' },
  protocol: { name: 'WireGuard', note: place, url: 'https://wire.example' },
  source: { note: place, url: 'https://code.example' },
  status: { url: 'https://status.example', feed: 'https://status.example/api/v2/status.json' },
}
const clauses = [{ slug: 'refund-policy' }]

type Uptime = SiteData['services'][number]['uptime']
type Site = { refundDays?: number; rules?: typeof clauses; language?: Language; uptime?: Uptime }
const facts = (proof: Proof | null, { refundDays = 7, rules = clauses, language = 'en', uptime = null }: Site = {}) => {
  const content = { en: { clauses: rules }, 'zh-CN': { clauses: rules } }
  const services = [{ service: 'servers', until: '2026-11-29', days: [], uptime }]
  const data = { proof, refundDays, content, services } as unknown as SiteData
  return listFacts(data, language === 'en' ? en : zh, language, `/${language}`)
}

describe('verifiable facts', () => {
  it('facts are shown in order with the URLs of their sources', () => {
    expect(facts(whole).map(({ title, url }) => [title, url])).toEqual([
      ['Road ehf.', 'https://about.example'],
      ['Audited May 2026', 'https://audit.example'],
      ['WireGuard', 'https://wire.example'],
      ['Open source', 'https://code.example'],
      ['Service status', 'https://status.example'],
      ['7 days', '/en/clause/refund-policy'],
    ])
    expect(facts(whole, { language: 'zh-CN' }).map(({ title }) => title)).toEqual([
      'Road ehf.',
      '2026.05 审计',
      'WireGuard',
      '代码公开',
      '服务状态',
      '7\u00a0天',
    ])
  })

  it.each(['company', 'audit', 'protocol', 'source', 'status'] as const)('an absent %s is omitted', (name) => {
    const { [name]: absent, ...rest } = whole
    const urls = facts(rest).map(({ url }) => url)
    expect(urls).toHaveLength(5)
    expect(urls).not.toContain(absent?.url)
  })

  it('the refund fact needs a number of days and a policy text', () => {
    expect(facts(whole, { refundDays: 0 })).toHaveLength(5)
    expect(facts(whole, { rules: [] })).toHaveLength(5)
    expect(facts(whole, { refundDays: 1 }).at(-1)?.title).toBe('1 day')
  })

  it('the measured availability links to its measurements, and is absent while too few days are measured', () => {
    const titles = (language: Language, uptime: Uptime) => facts(whole, { language, uptime }).map(({ title }) => title)
    const uptime = { percent: '99.98', days: 31 }
    expect(facts(whole, { uptime }).find(({ title }) => title === '99.98 % uptime')).toMatchObject({
      note: 'Of our servers, measured over 31 days',
      url: '/en/status',
    })
    expect(titles('zh-CN', uptime)).toContain('可用率 99.98%')
    expect(titles('en', null)).toHaveLength(6)
  })

  it('no facts are shown if there are fewer than two', () => {
    expect(facts(null)).toEqual([])
    expect(facts({})).toEqual([])
    expect(facts({ company: whole.company! }, { refundDays: 0 })).toEqual([])
    expect(facts({ company: whole.company! })).toHaveLength(2)
  })

  it('the service status is live only if there is a feed', () => {
    const live = (proof: Proof) => facts(proof).map((fact) => fact.live ?? false)
    expect(live(whole)).toEqual([false, false, false, false, true, false])
    expect(live({ ...whole, status: { url: 'https://status.example' } })).not.toContain(true)
  })
})
