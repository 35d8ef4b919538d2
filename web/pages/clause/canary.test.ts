import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Language } from '#shared/language.ts'
import type { SiteCanary, SiteData } from '#shared/site.ts'
import en from '#text/en/site/clause.ts'
import zh from '#text/zh-CN/site/clause.ts'
import { Canary } from './canary.tsx'

const statement: SiteCanary = {
  date: '2026-11-21',
  lastGoodDay: '2026-12-26',
  state: 'current',
  text: 'All is well <b>',
  signature: 'x',
  key: { pem: 'PEM', fingerprint: 'abcd ef01' },
}
const draw = (canary: SiteCanary | null, language: Language = 'en') =>
  renderToStaticMarkup(
    createElement(Canary, {
      t: language === 'en' ? en : zh,
      language,
      data: { canary, publicOrigin: 'https://vpn.example' } as SiteData,
    }),
  )

it('the page says that there is no canary statement, in both languages', () => {
  expect(draw(null)).toContain('No statement is published yet')
  expect(draw(null, 'zh-CN')).toContain('目前还没有发布声明')
})

it.each([
  ['current', 'the statement is current'],
  ['stale', 'This statement is stale'],
  ['unverified', 'The signature cannot be confirmed'],
] as const)('the page says that the canary statement is %s', (state, sentence) => {
  expect(draw({ ...statement, state })).toContain(sentence)
})

it('the canary page shows dates, fingerprint, files and the verification command', () => {
  const html = draw(statement, 'zh-CN').replaceAll('\u2060', '')
  for (const part of ['2026年12月26日', 'abcd ef01', 'href="/canary.txt.sig"', 'openssl pkeyutl -verify', '&lt;b&gt;'])
    expect(html).toContain(part)
})
