import { describe, expect, it } from 'vitest'
import { deadEntry } from '../documents/entry.ts'
import { mihomo } from '../documents/mihomo.ts'
import { plainList } from '../documents/plain-list.ts'
import { singBox } from '../documents/sing-box.ts'
import { documentFault, formatOfDocument } from './panel-document.rules.ts'

const pack = (text: string) => Buffer.from(text).toString('base64')

describe('document of a panel', () => {
  it.each([
    ['a list', pack('vless://a@b:443#x')],
    ['a list in plain text', 'vless://a@b:443#x\ntrojan://c@d:443#y'],
    ['proxies of Mihomo', 'mode: rule\nproxies:\n  - {name: a}\nproxy-groups:\n  - {name: b, proxies: [a]}\n'],
    ['proxies without indentation', 'proxies:\n- name: a\nproxy-groups: []\n'],
    ['proxies on one line', 'proxies: [{name: a}]\n'],
    ['outbounds', '{"outbounds":[{"type":"selector"},{"type":"vless","tag":"a"}]}'],
    ['outbounds of Xray', '[{"outbounds":[{"protocol":"vless"}]}]'],
    ['our own list for Mihomo', mihomo([deadEntry('x')], 'shop')],
    ['our own list for sing-box', singBox([deadEntry('x')], 'shop', '1.12')],
    ['our own plain list', plainList([deadEntry('x')])],
  ])('passes a document that is %s to the app', (_name, text) => {
    expect(documentFault('text/plain', text)).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['an empty list in base64', pack('\n')],
    ['no proxies', 'mode: rule\nproxies: []\nproxy-groups:\n  - {name: b}\n'],
    ['null in place of proxies', 'proxies: null # none\nrules:\n  - MATCH,DIRECT\n'],
    ['the key for proxies without a value', 'mode: rule\nproxies:\nrules:\n  - MATCH,DIRECT\n'],
    ['the key for proxies as its last line', 'mode: rule\nproxies:'],
    ['outbounds that lead nowhere', '{"outbounds":[{"type":"direct"},{"type":"selector","outbounds":[]}]}'],
    ['an empty object', '{}'],
    ['an empty array', '[ ]'],
  ])('treats a document that contains %s as an empty list', (_name, text) => {
    expect(documentFault('text/plain', text)).toBe('an empty list')
  })

  // Remnawave answers an app without a device id, or beyond the limit of devices, with servers that only carry a message
  // (remnawave/panel#478; `createFallbackHosts` of its source, which also writes them for users without hosts).
  const nobody = '00000000-0000-0000-0000-000000000000'
  const stated = `vless://${nobody}@0.0.0.0:1?type=tcp&security=none#App%20not%20supported`
  const server = { type: 'vless', server: '0.0.0.0', port: 1, uuid: nobody }
  it.each([
    ['a list', pack(stated)],
    ['a list in plain text', `${stated}\n${stated}`],
    [
      'proxies of Mihomo',
      `mode: rule\nproxies:\n  - ${JSON.stringify(server)}\nproxy-groups:\n  - {url: 'https://a.example/204'}\n`,
    ],
    ['outbounds', JSON.stringify({ outbounds: [{ ...server, tag: 'Limit of devices reached' }] })],
  ])('treats %s whose servers only have names as a message', (_name, text) => {
    expect(documentFault('text/plain', text)).toBe('a message')
  })

  it.each([
    ['a user of VLESS with a name', `${stated}\nvless://office@b:443#x`],
    ['HTTP', `${stated}\nhttps://user:pass@b:443#x`],
    ['Naive', `${stated}\nnaive+https://user:pass@b:443#x`],
    ['Juicity', pack(`${stated}\njuicity://user:pass@b:443#x`)],
    ['Hysteria of Mihomo', `proxies:\n  - ${JSON.stringify(server)}\n  - {type: hysteria, server: b, auth-str: x}\n`],
    ['Snell of Mihomo', `proxies:\n  - ${JSON.stringify(server)}\n  - {type: snell, server: b, psk: x}\n`],
    [
      'WireGuard of Xray',
      JSON.stringify({ outbounds: [server, { protocol: 'wireguard', settings: { secretKey: 'x' } }] }),
    ],
  ])('passes a message beside a server of %s', (_name, text) => {
    expect(documentFault('text/plain', text)).toBeNull()
  })

  it('passes a list with a message beside a real server', () => {
    for (const real of ['vless://4d9a0001-6b1e-4c52-9a70-3f0c5e8d7b01@b:443#x', 'trojan://x@b:443#y'])
      expect(documentFault('text/plain', pack(`${stated}\n${real}`))).toBeNull()
  })

  it.each([
    ['behind the name of the proxies', (blanks: string) => `proxies:${blanks}x`],
    ['behind an empty list of proxies', (blanks: string) => `proxies: []${blanks}x`],
    ['before a letter', (blanks: string) => `${blanks}x`],
    ['within an empty array', (blanks: string) => `[${blanks}x`],
    ['in lines without end', (blanks: string) => `x${blanks.replaceAll(' ', '\r\n')}`],
    ['behind a type', (blanks: string) => `{"outbounds":["type"${blanks}x`],
  ])('reads a document with millions of blanks %s quickly', (_place, write) => {
    // Guards against catastrophic backtracking: a pattern takes hours if two of its parts match the same blanks.
    expect(['an empty list', null]).toContain(documentFault('text/plain', write(' '.repeat(1_000_000))))
  })

  it.each([
    ['text/html; charset=utf-8', 'vless://a@b:443#x'],
    ['text/plain', '<!DOCTYPE html><html></html>'],
    ['text/plain', '\n<html lang="en">'],
  ])('treats a document of type %s that begins with %s as a web page', (type, text) => {
    expect(documentFault(type, text)).toBe('a page')
  })
})

describe('format of a document', () => {
  it.each([
    ['sing-box', '{"outbounds":[{"type":"vless","tag":"a"}]}'],
    ['mihomo', 'mode: rule\nproxies:\n  - {name: a}\n'],
    ['mihomo', 'mode: rule\nproxy-providers:\n  all: {type: http}\n'],
    ['list', pack('vless://a@b:443#x')],
    [null, '[{"outbounds":[{"protocol":"vless"}]}]'],
  ] as const)('detects the format %s for %s', (format, text) => {
    expect(formatOfDocument(text)).toBe(format)
  })
})
