import { describe, expect, it } from 'vitest'
import { say } from '#text/say.ts'
import { pageSentences } from '#text/page-texts.ts'
import { findSettingFaults as findFaults } from './published-settings.ts'

const findSettingFaults = (name: string, value: unknown) =>
  findFaults(name, value, (path) => path).map((fault) => say('en', fault))

const campaign = {
  parameters: ['gclid', 'utm_source-2'],
  asks: true,
  days: 7,
  cookieDomain: '.example.org',
  marketingOrigin: 'https://m.example.org',
}
const mirrors = {
  origins: ['https://a.example'],
  hosts: ['https://b.example:8080', 'http://127.0.0.1:3000'],
  manifestUrls: ['https://c.example/list.json'],
  manifestKey:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHFEAv6yEllVxo+c3+QqRuMPM/s8yYP0DjnHwL5OyTudfJGcahyxRrtxGennpJb8SRyTWZymkF6IdKy3WQMk39A==',
}

const both = { en: 'Reykjavík', 'zh-CN': '雷克雅未克' }
const proof = {
  company: { name: 'Road ehf.', place: both, url: 'https://about.example' },
  audit: { by: 'Ann', month: '2026-05', url: 'https://audit.example' },
  protocol: { name: 'WireGuard', note: both, url: 'https://wire.example' },
  source: { note: both, url: 'https://code.example' },
  status: { url: 'https://status.example', feed: 'https://status.example/api/v2/status.json' },
}

describe('settings', () => {
  it.each<[string, unknown]>([
    ['brand', { en: 'Wayfare', 'zh-CN': '畅行' }],
    ['links', {}],
    ['links', { messaging: 'https://t.me/x', blog: 'http://x.example' }],
    ['releaseDate', '2026-01-01'],
    ['releaseDate', '2026.01.01'],
    ['trialMinutes', 1],
    ['refundDays', 30],
    ['campaign', campaign],
    ['campaign', null],
    ['campaign', { ...campaign, asks: false, cookieDomain: null, marketingOrigin: null, parameters: [] }],
    ['affiliateContact', null],
    ['affiliateContact', { label: 'x'.repeat(60), url: 'https://chat.example', demo: true }],
    ['affiliateContact', { label: 'Ann', url: 'https://chat.example', demo: false }],
    ['proof', null],
    ['proof', {}],
    ['proof', proof],
    ['proof', { status: { url: 'https://status.example' }, demo: true }],
    ['chat', null],
    ['chat', { url: 'https://chat.example/x.js', hosts: ['chat.example'] }],
    ['adsCrawlers', []],
    ['adsCrawlers', ['AdsBot-Google/1.0 x_y', 'abcd']],
    ['mirrors', mirrors],
    ['look', { main: '#195daa', accent: '#ffcb36', corners: 'round' }],
    ['mark', null],
    ['mark', { kind: 'svg', data: '<svg viewBox="0 0 1 1"/>' }],
    ['pageTexts', {}],
    ['pageTexts', { 'home.tryFree': { en: '{brand}: {minutes} min', 'zh-CN': '试用' } }],
    ['mirrors', { ...mirrors, manifestKey: null, origins: [], hosts: [], manifestUrls: [] }],
  ])('setting %s accepts %j', (name, value) => {
    expect(findSettingFaults(name, value)).toEqual([])
  })

  it.each<[string, unknown]>([
    ['brand', null],
    ['look', null],
    ['look', { main: '#195DAA', accent: '#ffcb36', corners: 'round' }],
    ['look', { main: 'blue', accent: '#ffcb36', corners: 'round' }],
    ['look', { main: '#195daa', accent: '#ffcb36', corners: 'wild' }],
    ['look', { main: '#195daa', accent: '#ffcb36', corners: 'round', more: '' }],
    ['mark', { kind: 'gif', data: 'R0lGOD' }],
    ['mark', { kind: 'png', data: 'x'.repeat(120_001) }],
    ['pageTexts', { 'home.headline': { en: 'x' } }],
    ['brand', []],
    ['brand', 'Wayfare'],
    ['brand', { en: 'Wayfare' }],
    ['brand', { en: 'Wayfare', 'zh-CN': '' }],
    ['brand', { en: 'Wayfare', 'zh-CN': '畅行', fr: 'x' }],
    ['brand', { en: 'Wayfare', 'zh-CN': '畅行', toString: 'x' }],
    ['brand', JSON.parse('{"en":"A","zh-CN":"B","constructor":"C"}')],
    ['links', null],
    ['links', ['https://x.example']],
    ['links', 5],
    ['links', { blog: ['https://x.example'] }],
    ['links', { blog: 'ftp://x.example' }],
    ['links', { blog: 'xhttp://x.example' }],
    ['links', { blog: 'httpsx://x.example' }],
    ['links', { blog: 'no address' }],
    ['links', { blog: 1 }],
    ['links', { 'a\nb': 'https://x.example' }],
    ['links', { forum: 'https://x.example' }],
    ['links', { blog: 'https://x.example', social: 'javascript:alert(1)' }],
    ['releaseDate', 20_260_101],
    ['releaseDate', ['2026-01-01']],
    ['releaseDate', '2026-1-1'],
    ['releaseDate', '2026-01-01x'],
    ['releaseDate', 'x2026-01-01'],
    ['releaseDate', '2026/01/01'],
    ['releaseDate', 'aaaa-01-01'],
    ['releaseDate', '2026-aa-01'],
    ['releaseDate', '2026-01-aa'],
    ['trialMinutes', 0],
    ['trialMinutes', 1.5],
    ['trialMinutes', '15'],
    ['trialMinutes', null],
    ['refundDays', -1],
    ['campaign', {}],
    ['campaign', 'x'],
    ['campaign', { ...campaign, parameters: 'gclid' }],
    ['campaign', { ...campaign, parameters: ['a b'] }],
    ['campaign', { ...campaign, parameters: ['é'] }],
    ['campaign', { ...campaign, parameters: ['ok', ' ok'] }],
    ['campaign', { ...campaign, parameters: ['ok '] }],
    ['campaign', { ...campaign, parameters: [1] }],
    ['campaign', { ...campaign, parameters: [['gclid']] }],
    ['campaign', { ...campaign, parameters: [''] }],
    ['campaign', { ...campaign, asks: 'yes' }],
    ['campaign', { ...campaign, days: 0 }],
    ['campaign', { ...campaign, cookieDomain: 'example.org' }],
    ['campaign', { ...campaign, cookieDomain: 'x.example.org' }],
    ['campaign', { ...campaign, cookieDomain: '.Example.org' }],
    ['campaign', { ...campaign, cookieDomain: '.example.org; x' }],
    ['campaign', { ...campaign, cookieDomain: '.' }],
    ['campaign', { ...campaign, cookieDomain: 1 }],
    ['campaign', { ...campaign, cookieDomain: ['parent'] }],
    ['campaign', { ...campaign, marketingOrigin: 'https://m.example.org/' }],
    ['campaign', { ...campaign, marketingOrigin: 'm.example.org' }],
    ['campaign', { ...campaign, more: 1 }],
    ['affiliateContact', { label: 'x'.repeat(61), url: 'https://chat.example', demo: false }],
    ['affiliateContact', { label: '', url: 'https://chat.example', demo: false }],
    ['affiliateContact', { label: ['Ann'], url: 'https://chat.example', demo: false }],
    ['affiliateContact', { label: 'Ann', url: 'chat.example', demo: false }],
    ['affiliateContact', { label: 'Ann', url: 'https://chat.example', demo: 'no' }],
    ['affiliateContact', { label: 'Ann', url: 'https://chat.example' }],
    ['proof', []],
    ['proof', { company: { name: 'Road ehf.', place: both } }],
    ['proof', { company: { name: 'x'.repeat(41), place: both, url: 'https://a.example' } }],
    ['proof', { company: { name: 'Road', place: 'Reykjavík', url: 'https://a.example' } }],
    ['proof', { audit: { by: 'Ann', month: '2026-13', url: 'https://a.example' } }],
    ['proof', { audit: { by: 'Ann', month: '2026-05-01', url: 'https://a.example' } }],
    ['proof', { source: { note: both, url: 'javascript:alert(1)' } }],
    ['proof', { status: { feed: 'https://a.example' } }],
    ['proof', { status: { url: 'https://a.example', feed: 'file:///etc/passwd' } }],
    ['proof', { demo: 'yes' }],
    ['proof', { refund: 14 }],
    ['chat', {}],
    ['chat', { url: 'chat.example', hosts: [] }],
    ['chat', { url: 'https://chat.example', hosts: [''] }],
    ['chat', { url: 'https://chat.example', hosts: 'chat.example' }],
    ['adsCrawlers', null],
    ['adsCrawlers', ['abc']],
    ['adsCrawlers', [['AdsBot']]],
    ['adsCrawlers', ['abcd*']],
    ['adsCrawlers', ['*abcd']],
    ['adsCrawlers', ['abcd', 4]],
    ['mirrors', null],
    ['mirrors', { ...mirrors, origins: ['https://a.example/x'] }],
    ['mirrors', { ...mirrors, hosts: ['b.example'] }],
    ['mirrors', { ...mirrors, hosts: ['http://b.example'] }],
    ['mirrors', { ...mirrors, origins: ['http://b.example'] }],
    ['mirrors', { ...mirrors, manifestUrls: ['http://c.example/list.json'] }],
    ['mirrors', { ...mirrors, manifestUrls: ['list.json'] }],
    ['mirrors', { ...mirrors, manifestKey: '' }],
    ['mirrors', { ...mirrors, manifestKey: 'MFkw' }],
    [
      'mirrors',
      { ...mirrors, manifestKey: `-----BEGIN PUBLIC KEY-----\n${mirrors.manifestKey}\n-----END PUBLIC KEY-----` },
    ],
    // Forms that Node reads and browsers refuse: the URL form of base64, bytes behind the key, a compressed point.
    ['mirrors', { ...mirrors, manifestKey: mirrors.manifestKey.replaceAll('/', '_') }],
    [
      'mirrors',
      {
        ...mirrors,
        manifestKey: Buffer.concat([Buffer.from(mirrors.manifestKey, 'base64'), Buffer.alloc(3)]).toString('base64'),
      },
    ],
    [
      'mirrors',
      { ...mirrors, manifestKey: 'MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACHFEAv6yEllVxo+c3+QqRuMPM/s8yYP0DjnHwL5OyTuc=' },
    ],
    // A key of Ed25519, which the lists are not signed with.
    ['mirrors', { ...mirrors, manifestKey: 'MCowBQYDK2VwAyEATEH19NYDBiPffPrJpEke+bRjFGfuFY3ZrFK1S+OhS7w=' }],
    ['mirrors', { origins: [], hosts: [], manifestUrls: [] }],
  ])('setting %s rejects %j', (name, value) => {
    const faults = findSettingFaults(name, value)
    expect(faults).not.toEqual([])
    for (const fault of faults) expect(fault).toMatch(new RegExp(`^${name}[^ ]* (?:must be .|is not known\\.)`))
  })

  it('names each fault of a setting and the allowed values', () => {
    const wrong = { ...campaign, parameters: ['ok', 'a b'], days: 0, cookieDomain: 'x', more: 1 }
    expect(findSettingFaults('campaign', wrong)).toEqual([
      'campaign.more is not known. Known are parameters, asks, days, cookieDomain, marketingOrigin',
      'campaign.parameters[1] must be a parameter of letters, digits, _ and -',
      'campaign.days must be a whole number from 1',
      'campaign.cookieDomain must be "parent" or a domain like ".example.com" or empty',
    ])
    expect(findSettingFaults('adsCrawlers', ['abcd', 4])).toEqual([
      'adsCrawlers[1] must be a name of four characters or more: letters, digits, blanks, _ . / -',
    ])
    expect(findSettingFaults('brand', null)).toEqual(['brand must be an object'])
  })

  it.each(['nothing', 'toString', 'constructor', 'hasOwnProperty', '__proto__', ''])(
    'rejects a setting named %j',
    (name) => {
      expect(findSettingFaults(name, 'x').join()).toMatch(
        `There is no setting ${name}. Settings: brand, links, releaseDate, `,
      )
    },
  )
})

it('a rejected setting says what to do about a colour with too little contrast and about a wrong placeholder', () => {
  expect(findSettingFaults('look', { main: '#ff8800', accent: '#12221c', corners: 'soft' })).toEqual([
    expect.stringMatching(/^look\.main #ff8800 has a contrast of 1\.9\d, .* that passes is #[0-9a-f]{6}$/),
    expect.stringMatching(/^look\.accent #12221c has a contrast of 1\.01, .* that passes is #[0-9a-f]{6}$/),
  ])
  const said = findSettingFaults('pageTexts', { 'home.tryFree': { en: '{days} free', 'zh-CN': '试用' } })
  expect(said).toEqual(['“home.tryFree”: {days} is not known. Possible here: {brand}, {minutes}'])
})

it.each<[string, unknown, string]>([
  ['look', { main: '#ff8800', accent: '#ffcb36', corners: 'round' }, '#ff8800'],
  ['look', { main: '#195daa', accent: '#12221c', corners: 'round' }, '#12221c'],
  ['mark', { kind: 'svg', data: '<svg viewBox="0 0 1 1"><script/></svg>' }, '“script” is not possible in a mark'],
  ['pageTexts', { 'home.gone': { en: 'x', 'zh-CN': 'x' } }, '“home.gone” is no sentence'],
  ['pageTexts', { 'home.headline': { en: ' ', 'zh-CN': 'x' } }, '1 to 400 characters'],
  ['pageTexts', { 'home.headline': { en: 'x', 'zh-CN': 'x'.repeat(401) } }, '1 to 400 characters'],
  [
    'pageTexts',
    { 'home.headline': { en: '{minutes}', 'zh-CN': 'x' } },
    '{minutes} is not known. Possible here: {brand}',
  ],
  [
    'pageTexts',
    { 'home.tryFree': { en: '{minutes', 'zh-CN': 'x' } },
    '{minutes is not known. Possible here: {brand}, {minutes}',
  ],
  ['pageTexts', JSON.parse('{"__proto__":{"en":"x","zh-CN":"x"}}'), '“__proto__” is no sentence'],
])('rejects the setting %s with the value %j', (name, value, said) => {
  expect(findSettingFaults(name, value).join()).toContain(said)
})

it.each([
  ['NUL, which the database cannot store', 'home.lead', 'a\u0000b', 'U+0000'],
  ['half of a surrogate pair', 'home.lead', 'a\ud800', 'U+D800'],
  ['characters that change the direction of text', 'home.lead', 'a \u202Eb', 'U+202E'],
  ['only invisible characters', 'home.lead', '\u200b\u200b', '1 to 400 characters'],
  ['no amount on the pay button', 'checkout.pay.alipay', 'Pay \u00a51.00', '{amount} in both'],
  ['no amount in the words about savings', 'checkout.save', 'Save much', '{amount} in both'],
  ['no price in the title of a group', 'checkout.groupTitle', '{plan}', '{price} in both'],
])('refuses a sentence for a page with %s', (_what, key, text, said) => {
  const good = pageSentences.get(key)!
  for (const wrong of [
    { en: text, 'zh-CN': text },
    { en: text, 'zh-CN': good['zh-CN'] },
  ])
    expect(findSettingFaults('pageTexts', { [key]: wrong }).join()).toContain(said)
})

it('accepts every page sentence as it is shipped', () => {
  const shipped = [...pageSentences.values()].map(({ key, en, 'zh-CN': zh }) => [key, { en, 'zh-CN': zh }])
  expect(findSettingFaults('pageTexts', Object.fromEntries(shipped))).toEqual([])
})

const bidi = 'a \u202Eb'
const nul = 'a\u0000b'
const half = 'a\ud83d'
it.each<[string, unknown, string, string]>([
  ['brand', { en: nul, 'zh-CN': '畅行' }, 'brand.en', 'U+0000'],
  ['brand', { en: 'Wayfare', 'zh-CN': half }, 'brand.zh-CN', 'U+D83D'],
  ['closedText', { en: bidi, 'zh-CN': 'x' }, 'closedText.en', 'U+202E'],
  ['seller', { name: bidi }, 'seller.name', 'U+202E'],
  ['seller', { name: 'Road', address: nul }, 'seller.address', 'U+0000'],
  [
    'seller',
    { name: 'Road', tax: { label: { en: 'VAT', 'zh-CN': bidi }, rateBps: 1 } },
    'seller.tax.label.zh-CN',
    'U+202E',
  ],
  ['proof', { audit: { by: half, month: '2026-05', url: 'https://a.example' } }, 'proof.audit.by', 'U+D83D'],
  ['affiliateContact', { label: nul, url: 'https://a.example', demo: false }, 'affiliateContact.label', 'U+0000'],
  ['notice', { en: 'x', 'zh-CN': bidi }, 'notice.zh-CN', 'U+202E'],
  ['chat', { url: 'https://a.example/x.js', hosts: ['a.example', bidi] }, 'chat.hosts[1]', 'U+202E'],
])('refuses invisible characters in the setting %s and names the field: %j', (name, value, place, sign) => {
  expect(findSettingFaults(name, value)).toEqual([
    `${place} contains characters that are invisible or change the reading direction: ${sign}`,
  ])
  const [fault] = findFaults(name, value, (path) => path)
  expect(say('zh-CN', fault!)).toBe(`${place} 含有看不见或会改变阅读方向的字符：${sign}`)
})

it.each(['seller', 'proof', 'chat', 'campaign', 'notice', 'closedText'])(
  'says what the setting %s may be without a word of code',
  (name) => {
    const [fault] = findFaults(name, 5)
    expect(say('en', fault!)).toMatch(/must be an object or empty$/)
    expect(say('zh-CN', fault!)).not.toMatch(/null/)
  },
)

describe('lists in settings', () => {
  const origins = (count: number) => Array.from({ length: count }, (_, at) => `https://m${at}.example`)
  it.each<[string, number, (list: string[]) => unknown]>([
    ['mirrors', 50, (list) => ({ ...mirrors, origins: list })],
    ['mirrors', 50, (list) => ({ ...mirrors, hosts: list })],
    ['mirrors', 20, (list) => ({ ...mirrors, manifestUrls: list })],
    ['chat', 20, (list) => ({ url: 'https://chat.example/x.js', hosts: list })],
    ['adsCrawlers', 100, (list) => list.map((_, at) => `Crawler ${at}`)],
    ['campaign', 50, (list) => ({ ...campaign, parameters: list.map((_, at) => `utm_${at}`) })],
  ])('%s takes at most %i entries', (name, most, valueOf) => {
    expect(findSettingFaults(name, valueOf(origins(most)))).toEqual([])
    expect(findSettingFaults(name, valueOf(origins(most + 1)))).toEqual([
      expect.stringContaining(`a list of at most ${most} entries, each of them once`),
    ])
  })

  it('refuses an entry that repeats another', () => {
    const [one = ''] = origins(1)
    expect(findSettingFaults('mirrors', { ...mirrors, hosts: [one, one] })).toEqual([
      expect.stringContaining('a list of at most 50 entries, each of them once'),
    ])
  })
})
