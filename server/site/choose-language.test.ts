import { describe, expect, it } from 'vitest'
import { chooseLanguage, parseAddress } from './choose-language.ts'

describe('chooseLanguage', () => {
  it.each([
    ['the URL wins over everything', 'en', 'language=zh-CN', 'zh-CN', 'en'],
    ['the cookie wins over the browser', null, 'a=b; language=en', 'zh-CN,zh;q=0.9', 'en'],
    ['a browser whose first language is English', null, undefined, 'en-GB,zh;q=0.8', 'en'],
    ['a Chinese browser that also lists English', null, undefined, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['any other language is served Chinese', null, undefined, 'fr-FR,en;q=0.5', 'zh-CN'],
    ['a first language with a weight', null, undefined, 'en;q=0.9,zh', 'en'],
    ['a visitor of unknown language', null, undefined, undefined, 'zh-CN'],
    ['a cookie of another name', null, 'xlanguage=en', undefined, 'zh-CN'],
    ['a cookie with a made-up value', null, 'language=english', 'zh-CN', 'zh-CN'],
  ] as const)('picks the language by URL, cookie, then browser: %s', (_, prefix, cookie, accept, expected) => {
    expect(chooseLanguage(prefix, cookie, accept)).toBe(expected)
  })
})

describe('parseAddress', () => {
  it.each([
    ['/', '/', null, false],
    ['/en', '/', 'en', false],
    ['/en/', '/', 'en', false],
    ['/zh-CN/pricing?plan=1', '/pricing', 'zh-CN', false],
    ['/pricing/', '/pricing', null, true],
    ['/english', '/english', null, false],
    ['//evil.example/', '//evil.example', null, true],
    ['/?lang=en', '/', null, false],
  ] as const)('finds path and language in %s', (url, path, prefix, trailingSlash) => {
    expect(parseAddress(url)).toEqual({ path, prefix, trailingSlash })
  })
})
