import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '#shared/language.ts'
import { defaultLook } from '#shared/brand-look.ts'
import { isNews } from '../customer-messages.rules.ts'
import { renderMail } from '../render-message.ts'
import { renderWritten, writeText } from '../customers/render-customer-mail.ts'
import { samples } from '../customers/samples.ts'
import { wordsOf } from '../customers/format-values.ts'
import { findMailSpec, mailSlug, mailSpecs } from './mail-values.ts'
import { sampleOf, standardWording } from './standard-wording.ts'
import { accountWording, slugOfMessage, writeInWords } from './write-mail.ts'
import { fillWording, findWordingFaults, type Wording } from './wording.ts'

const brand = { en: 'Wayfare', 'zh-CN': '畅行' }
const sender = { brand, look: defaultLook, publicOrigin: 'https://vpn.example', consoleOrigin: 'https://vpn.example' }
const good: Wording = {
  subject: 'Back: {{sum}}',
  heading: '{{sum}} is back',
  text: 'On {{day}}.\n\nThank you.',
  action: '',
}
const refund = sampleOf('refund-part', 'en')!

describe.each(languages)('wording in %s', (language) => {
  it.each(mailSpecs)('accepts the default wording of $slug, which equals the built-in text', ({ slug }) => {
    const wording = standardWording(slug, language)!
    expect(findWordingFaults(slug, wording)).toEqual([])
    const sample = sampleOf(slug, language)
    if (!sample) return
    const own = writeText(sample.told, sample.known, language)
    expect(writeInWords(sample.told, sample.known, { brand, language }, wording)).toEqual(own)
  })

  it('fills default wordings with other facts to the same text as the built-in one', () => {
    for (const { told, known } of samples) {
      const later = {
        ...known,
        person: 'k***z',
        campaign: known.campaign && 'July',
        reviewHours: known.reviewHours && 30,
      }
      const wording = standardWording(slugOfMessage(told, later, { language }), language)
      const own = writeText(told, later, language)
      const inWords = writeInWords(told, later, { brand, language }, wording)
      expect(inWords.rows).toEqual(own.rows)
      expect(`${inWords.subject}${inWords.heading}${inWords.lead}`).not.toMatch(/undefined|null|NaN|\{\{/)
    }
  })
})

it('every message except news has a default wording', () => {
  for (const language of languages)
    for (const { told, known } of samples.filter((each) => !isNews(each.told.template)))
      expect(findMailSpec(mailSlug(told, known, wordsOf(language)))?.slug).toBeDefined()
  expect(new Set(mailSpecs.map(({ slug }) => slug)).size).toBe(mailSpecs.length)
})

describe('custom wording', () => {
  it('replaces the built-in text by a custom wording, with amounts and dates of the message', () => {
    const text = writeInWords(refund.told, refund.known, { brand, language: 'en' }, good)
    expect(text).toMatchObject({
      subject: 'Back: $10.00',
      heading: '$10.00 is back',
      lead: 'On 22\u00a0Nov.\n\nThank you.',
    })
    const mail = renderWritten('refund', text, 'en', sender, null)
    expect(mail.html).toContain('Thank you.')
    expect(mail.text).toContain('In the end: $28.16')
  })

  it.each<[string, Partial<Wording>, string, string[]]>([
    ['a character that reverses the direction of text', { action: 'See \u202Eit' }, 'unseen', ['U+202E']],
    ['an unknown placeholder', { text: '{{sum}} {{rebate}}' }, 'unknown-placeholder', ['rebate']],
    ['an incomplete placeholder', { heading: '{{sum}} {{day' }, 'torn-placeholder', ['{{']],
    ['no amount', { heading: 'Back', text: 'It is back.' }, 'needs-placeholder', ['sum']],
    ['an amount in the subject only', { heading: 'Back', text: 'It is back.' }, 'needs-placeholder', ['sum']],
    ['no subject', { subject: ' ' }, 'missing', []],
    ['a subject with a line break', { subject: 'a\nbcc: x' }, 'line-break', []],
    ['a URL', { text: '{{sum}} https://evil.example/x' }, 'mail-link', ['https://evil.example/x']],
    ['a bare host', { text: '{{sum}} at evil.com/x now' }, 'mail-link', ['evil.com/x']],
    ['a host in the button label', { action: 'evil.com' }, 'mail-link', ['evil.com']],
    ['a mail address', { text: '{{sum}} pay@evil.example' }, 'mail-link', ['evil.example']],
  ])('rejects a wording with %s, and sends the built-in text', (_what, change, fault, names) => {
    const wording = { ...good, ...change }
    const found = findWordingFaults('refund-part', wording)
    expect(found.map((each) => each.fault)).toContain(fault)
    const named = found.find((each) => each.fault === fault)!.names.join(' ')
    for (const name of names) expect(named).toContain(name)
    const own = writeText(refund.told, refund.known, 'en')
    expect(writeInWords(refund.told, refund.known, { brand, language: 'en' }, wording)).toEqual(own)
  })

  it('does not use a wording with a placeholder that the message lacks', () => {
    const wording = { ...good, text: '{{sum}}, runs to {{runsTo}}' }
    expect(findWordingFaults('refund-part', wording)).toEqual([])
    const ended = { ...refund.known, membershipUntil: null }
    const own = writeText(refund.told, ended, 'en')
    expect(writeInWords(refund.told, ended, { brand, language: 'en' }, wording)).toEqual(own)
  })

  it('inserts a wording as escaped text, and does not expand values twice', () => {
    const text = writeInWords(
      refund.told,
      refund.known,
      { brand, language: 'en' },
      { ...good, text: '<b onclick=x>{{sum}}</b>' },
    )
    const { html } = renderWritten('refund', text, 'en', sender, null)
    expect(html).toContain('&lt;b onclick=x&gt;$10.00&lt;/b&gt;')
    expect(
      fillWording(
        'new-sign-in',
        { subject: 's', heading: 'h', text: '{{device}} {{time}}', action: '' },
        { device: '{{time}}', time: 't' },
      )?.text,
    ).toBe('{{time}} t')
  })

  it('keeps the code, its warning and the link in a code mail with a custom wording', () => {
    const wording = accountWording('code-reset', 'Wayfare', {
      subject: 'Hello',
      heading: 'From {{brand}}',
      text: 'A new password?',
      action: '',
    })
    const mail = renderMail({ template: 'code-reset', language: 'en', code: '123456', wording }, sender)
    expect(mail.text).toContain('From Wayfare\n\nA new password?\n\n123456')
    expect(mail.text).toContain('None of us will ever ask you for it.')
    const reset = renderMail(
      {
        template: 'password-reset',
        language: 'en',
        code: null,
        wording: { subject: 's', heading: 'h', text: 't', action: 'Go' },
      },
      sender,
    )
    expect(reset.text).toContain('Go: https://vpn.example/en/resetpassword')
    expect(reset.text).toContain('If it was not you')
  })

  it('never lets a custom wording break a mail or leave a placeholder', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.constantFrom(...languages),
        fc.record({
          subject: fc.string(),
          heading: fc.string(),
          text: fc.string({ maxLength: 300 }),
          action: fc.string(),
        }),
        (sample, language, typed) => {
          const wording = { ...typed, text: `${typed.text} {{sum}} {{day}} {{deadline}}` }
          const { told, known } = sample
          const text = writeInWords(told, known, { brand, language }, wording)
          const mail = renderWritten(told.template, text, language, sender, null)
          expect(mail.subject).not.toMatch(/[\r\n]/)
          expect(`${mail.subject}${mail.text}`).not.toMatch(/\{\{[a-zA-Z]+\}\}/)
          expect(mail.html).not.toMatch(/<(?:script|img|iframe)/i)
        },
      ),
    )
  })
})

it('a mail in the look of the shop keeps texts that name a colour of the default look', () => {
  const look = { ...defaultLook, main: '#7a1f5c' }
  const own = { ...sender, look }
  const content = { template: 'code-register', language: 'en', code: '123456' } as const
  const wording = { subject: 'Code', heading: 'Paint #006d52', text: 'From #006d52 to #e3f6ee', action: '' }
  const { html } = renderMail({ ...content, wording }, own)
  const { told, known } = samples[0]!
  const written = { ...writeText(told, known, 'en'), lead: wording.text, quote: wording.heading }
  for (const each of [html, renderWritten(told.template, written, 'en', own, null).html]) {
    expect(each).toContain('Paint #006d52')
    expect(each).toContain('From #006d52 to #e3f6ee')
    expect(each).toContain('background-color:#7a1f5c'.slice(each === html ? 11 : 0))
  }
})
