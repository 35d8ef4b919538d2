import { describe, expect, it } from 'vitest'
import { languages } from '#shared/language.ts'
import { mentionedField, say } from '#text/say.ts'
import {
  describeFields,
  readSettingFields,
  readSettings,
  type ProviderSettings,
  type SettingFields,
} from './provider-settings.ts'

const squads = ['4d9a0021-6b1e-4c52-9a70-3f0c5e8d7b21']
const url = 'https://panel.example'
const signing = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const next = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const remnawave: ProviderSettings = {
  kind: 'remnawave',
  url,
  token: 'saved-token',
  squads,
  webhookSecret: 'saved-hook',
}
const marzban: ProviderSettings = { kind: 'marzban', url, username: 'shop', password: 'saved', protocols: ['vless'] }
const webhook: ProviderSettings = { kind: 'webhook', url, secrets: [signing] }

const read = (kind: ProviderSettings['kind'], fields: SettingFields, saved: ProviderSettings | null = null) =>
  readSettingFields(kind, fields, saved, 'PROD')
const settingsOf = (...of: Parameters<typeof read>): ProviderSettings => {
  const answer = read(...of)
  if ('fault' in answer) throw new Error(say('en', answer.fault))
  return answer.settings
}
const faultOf = (...of: Parameters<typeof read>) => {
  const answer = read(...of)
  if ('settings' in answer) throw new Error('accepted')
  return answer.fault
}

describe('settings of a panel from the fields of a form', () => {
  it('makes the same settings from the fields of a form as from a file', () => {
    const file = { url, token: 'a-long-token', squads, countDevices: false, subscriptionUrl: 'https://sub.example' }
    const { token: apiToken, ...fields } = file
    expect({ settings: settingsOf('remnawave', { ...fields, apiToken, countDevices: 'no' }) }).toEqual(
      readSettings('remnawave', JSON.stringify(file), 'PROD'),
    )
  })

  it('chooses inbounds for each protocol', () => {
    const fields = { url, username: 'shop', password: 'x', protocols: ['vless'], vlessInbounds: ['VLESS TCP, REALITY'] }
    expect(settingsOf('marzban', fields)).toMatchObject({ inbounds: { vless: ['VLESS TCP, REALITY'] } })
  })

  it.each([remnawave, marzban, webhook])('keeps saved secrets that are left empty: $kind', (saved) => {
    expect(settingsOf(saved.kind, describeFields(saved), saved)).toEqual(saved)
  })

  it('shows no saved secret in the fields of the form', () => {
    const text = JSON.stringify([remnawave, marzban, webhook].map(describeFields))
    for (const secret of ['saved-token', 'saved-hook', '"saved"', 'whsec_']) expect(text).not.toContain(secret)
  })

  it.each([
    ['remnawave', remnawave, 'apiToken'],
    ['marzban', marzban, 'password'],
    ['webhook', webhook, 'signingSecret'],
  ] as const)('sends no saved secret of %s to another host', (kind, saved, field) => {
    for (const elsewhere of [
      'https://other.example',
      'https://panel.example:8443',
      'https://panel.example.evil.example',
    ]) {
      const fault = faultOf(kind, { ...describeFields(saved), url: elsewhere }, saved)
      expect(fault.code).toBe('panel.secretAgain')
      expect(fault.params.field).toEqual({ field })
    }
    expect(settingsOf(kind, { ...describeFields(saved), url: `${url}/base` }, saved)).toMatchObject({
      url: `${url}/base`,
    })
  })

  it('removes the secret of the panel’s messages only if asked to', () => {
    expect(settingsOf('remnawave', { ...describeFields(remnawave), noWebhookSecret: true }, remnawave)).toEqual({
      kind: 'remnawave',
      url,
      token: 'saved-token',
      squads,
    })
  })

  it('signs with the new and the previous secret during a rotation, until the previous one is dropped', () => {
    const rotated = settingsOf('webhook', { url, signingSecret: next }, webhook)
    expect(rotated).toMatchObject({ secrets: [next, signing] })
    expect(settingsOf('webhook', { url }, rotated)).toMatchObject({ secrets: [next, signing] })
    expect(settingsOf('webhook', { url, previousSecret: 'drop' }, rotated)).toMatchObject({ secrets: [next] })
  })

  it.each<[ProviderSettings['kind'], SettingFields, string]>([
    ['remnawave', { apiToken: 'a-long-token', squads }, 'url'],
    ['remnawave', { url, squads }, 'apiToken'],
    ['remnawave', { url, apiToken: 'a-long-token' }, 'squads'],
    ['remnawave', { url, apiToken: 'a-long-token', squads: ['main'] }, 'squads'],
    ['remnawave', { url, apiToken: 'short', squads }, 'apiToken'],
    ['remnawave', { url: 'http://panel.example', apiToken: 'a-long-token', squads }, 'url'],
    ['remnawave', { url, apiToken: 'a-long-token', squads, subscriptionUrl: `${url}?a=1` }, 'subscriptionUrl'],
    ['remnawave', { url, apiToken: 'a-long-token', squads, username: 'x' }, 'username'],
    ['marzban', { url, password: 'x', protocols: ['vless'] }, 'username'],
    ['marzban', { url, username: 'x', protocols: ['vless'] }, 'password'],
    ['marzban', { url, username: 'x', password: 'x', protocols: [] }, 'protocols'],
    ['marzban', { url, username: 'x', password: 'x', protocols: ['ssh'] }, 'protocols'],
    ['marzban', { url, username: 'x', password: 'x', protocols: ['vless'], trojanInbounds: ['T'] }, 'trojanInbounds'],
    ['webhook', { url }, 'signingSecret'],
    ['webhook', { url, signingSecret: 'whsec_short' }, 'signingSecret'],
  ])('names the field of %s that is wrong in %j: %s', (kind, fields, field) => {
    const fault = faultOf(kind, fields)
    expect(say('en', fault)).toContain(`{${field}}`)
    for (const language of languages) expect(say(language, fault)).not.toMatch(/undefined|must match|must be string/)
    expect(mentionedField(fault)).toBe(field)
  })
})
