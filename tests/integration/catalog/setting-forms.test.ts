import { describe, expect, it } from 'vitest'
import { settingForms, settingGroups, filledValue, withField } from '#console/places/system/settings/setting-forms.ts'
import type { FormNode } from '#console/places/system/settings/setting-forms.ts'
import { findSettingChanges } from '#server/modules/catalog/setting-changes.rules.ts'
import { findSettingFaults, nameSetting, settingPaths } from '#server/modules/catalog/published-settings.ts'
import { settingNames } from '#shared/setting-names.ts'
import { say } from '#text/say.ts'
import { settingFields } from '#text/en/setting-fields.ts'

const pathsIn = (path: string, node: FormNode): string[] => [
  path,
  ...(node.kind === 'group'
    ? Object.entries(node.fields).flatMap(([name, each]) => pathsIn(`${path}.${name}`, each))
    : []),
]

/** Test values for entries that must have a certain form. All other entries accept any text. */
const samples: Readonly<Record<string, unknown>> = {
  'look.main': '#195daa',
  'look.accent': '#ffcb36',
  'look.corners': 'round',
  'mark.kind': 'png',
  'campaign.parameters': ['gclid'],
  'campaign.cookieDomain': '.example.com',
  'campaign.marketingOrigin': 'https://www.example.com',
  adsCrawlers: ['AdsBot-Google'],
  'chat.hosts': ['chat.example'],
  'mirrors.manifestKey':
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHFEAv6yEllVxo+c3+QqRuMPM/s8yYP0DjnHwL5OyTudfJGcahyxRrtxGennpJb8SRyTWZymkF6IdKy3WQMk39A==',
}
function typed(path: string, node: FormNode): unknown {
  if (path in samples) return samples[path]
  if (node.kind === 'group')
    return Object.fromEntries(Object.entries(node.fields).map(([name, each]) => [name, typed(`${path}.${name}`, each)]))
  const values = {
    line: 'x',
    url: 'https://a.example/',
    day: '2025.04.20',
    month: '2026-05',
    moment: '2026-12-31T08:00:00.000Z',
    key: 'MCowBQ',
    count: 7,
    percent: 600,
    flag: true,
    lines: ['https://a.example'],
  }
  return values[node.kind]
}

describe('form of a setting', () => {
  it('the form of a setting has exactly the fields that the server accepts, each with a label', () => {
    const paths = settingNames.flatMap((name) => pathsIn(name, settingForms[name]))
    expect(paths.toSorted()).toEqual(settingPaths.toSorted())
    const named = Object.keys(settingFields).filter(
      (key) => !['set.on', 'set.off', 'set.none', 'set.percent'].includes(key),
    )
    expect(named.map((key) => key.slice('set.'.length)).toSorted()).toEqual(settingPaths.toSorted())
  })

  it.each(settingNames)('the setting %s is valid when every field of its form is filled in', (name) => {
    expect(findSettingFaults(name, typed(name, settingForms[name]))).toEqual([])
  })

  it.each(settingNames.filter((name) => settingForms[name].optional))(
    'the setting %s is valid when it is switched off',
    (name) => {
      expect(findSettingFaults(name, null)).toEqual([])
    },
  )

  it('every setting is on the page once, except the notice and the brand kit, which have forms of their own', () => {
    expect(Object.values(settingGroups).flat().toSorted()).toEqual(
      settingNames.filter((name) => !['notice', 'look', 'mark', 'pageTexts'].includes(name)).toSorted(),
    )
  })

  it('a group of fields that is switched on has its required fields, and clearing an optional field removes it', () => {
    const seller = filledValue(settingForms.seller, 'seller')
    expect(seller).toEqual({ name: '' })
    const tax = withField(seller, 'email', 'a@b.example')
    expect(tax).toEqual({ name: '', email: 'a@b.example' })
    expect(withField(tax, 'email', undefined)).toEqual({ name: '' })
    expect(filledValue(settingForms.campaign, 'campaign')).toEqual({
      parameters: [],
      asks: false,
      days: null,
      cookieDomain: null,
      marketingOrigin: null,
    })
  })
})

describe('changes of a setting', () => {
  const words = (name: string, before: unknown, after: unknown) =>
    findSettingChanges(name, before, after, nameSetting).map((change) =>
      [change.name, change.before, change.after].map((each) => (typeof each === 'string' ? each : say('en', each))),
    )

  it('changes of a setting list each changed field with its value before and after', () => {
    const seller = { name: 'Ada Ltd', tax: { label: { en: 'VAT', 'zh-CN': '增值税' }, rateBps: 1_950 } }
    expect(words('seller', seller, { ...seller, email: 'a@b.example', tax: { ...seller.tax, rateBps: 600 } })).toEqual([
      ['Tax rate', '19.5 %', '6 %'],
      ['Email of the seller', 'not set', 'a@b.example'],
    ])
    expect(words('supportInbox', true, false)).toEqual([['Messages to support in the account', 'on', 'off']])
    expect(words('adsCrawlers', ['AdsBot'], [])).toEqual([
      ['Ad crawlers that may read every page', 'AdsBot', 'not set'],
    ])
  })

  it('changes of a setting list every field of a group of fields that is switched off', () => {
    expect(words('chat', { url: 'https://chat.example/', hosts: ['chat.example'] }, null)).toEqual([
      ['Address of the chat script', 'https://chat.example/', 'not set'],
      ['Hosts that the chat connects to', 'chat.example', 'not set'],
    ])
  })

  it('a setting is unchanged if only the order of fields differs', () => {
    expect(words('brand', { en: 'A', 'zh-CN': '甲' }, { 'zh-CN': '甲', en: 'A' })).toEqual([])
  })
})
