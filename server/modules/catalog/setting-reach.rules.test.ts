import { describe, expect, it } from 'vitest'
import { reachOfSetting } from './setting-reach.rules.ts'

const mirrors = { origins: [], hosts: ['https://a.example'], manifestUrls: [], manifestKey: null }
const notice = (en: string) => ({ en, 'zh-CN': '维护' })

describe('reach of a setting', () => {
  it.each([
    ['mirrors', mirrors, mirrors, 'none'],
    ['mirrors', mirrors, { ...mirrors, hosts: [] }, 'hosts'],
    ['mirrors', mirrors, { ...mirrors, manifestKey: 'MFkw' }, 'hosts'],
    ['mirrors', mirrors, { ...mirrors, origins: ['https://b.example'] }, 'hosts'],
    ['chat', null, { url: 'https://chat.example', hosts: ['chat.example'] }, 'hosts'],
    ['chat', { url: 'https://chat.example', hosts: ['chat.example'] }, null, 'none'],
    ['notice', null, notice('Back at noon'), 'none'],
    ['notice', null, notice('Sign in at evil.example'), 'hosts'],
    ['links', { help: 'https://a.example' }, { help: 'https://a.example/new' }, 'none'],
    ['links', { help: 'https://a.example' }, { help: 'https://b.example' }, 'links'],
    ['brand', { en: 'Wayfare', 'zh-CN': '行路' }, { en: 'evil.example', 'zh-CN': '行路' }, 'links'],
    ['trialMinutes', 15, 30, 'none'],
    ['mark', null, { kind: 'svg', data: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>' }, 'none'],
    ['pageTexts', {}, { 'home.headline': notice('Go far') }, 'none'],
    ['pageTexts', {}, { 'home.headline': notice('Sign in at evil.example') }, 'links'],
    ['pageTexts', { 'home.lead': notice('see a.example') }, { 'home.headline': notice('see a.example') }, 'none'],
  ])('changing the setting %s from %j to %j requires an update of: %s', (name, before, after, reach) => {
    expect(reachOfSetting(name, before, after)).toBe(reach)
  })
})
