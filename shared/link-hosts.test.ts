import { describe, expect, it } from 'vitest'
import { findLinks, hostsIn, hostsOf } from './link-hosts.ts'

describe('hosts in a text', () => {
  it.each([
    ['Sign in again at https://Evil.Example/login?x=1', ['evil.example']],
    ['Go to evil.example', ['evil.example']],
    ['www.evil.example/x', ['www.evil.example']],
    ['请到 evil.example 重新登录', ['evil.example']],
    ['请到evil。example重新登录', ['evil.example']],
    ['ｅｖｉｌ．ｅｘａｍｐｌｅ', ['evil.example']],
    ['evil[.]example or evil (dot) example', ['evil.example']],
    ['e\u200bvil.exam\u00adple', ['evil.example']],
    ['例子.中国', ['例子.中国']],
    ['t.me/wayfare', ['t.me']],
    ['http://203.0.113.7/x', ['203.0.113.7']],
    ['ann@evil.example', ['evil.example']],
    ['[log in](//evil.example)', ['evil.example']],
  ])('hosts are found in %j', (text, hosts) => {
    expect(hostsIn(text).filter((host) => hosts.includes(host))).toEqual(hosts)
  })

  it.each([
    'Maintenance on Sunday from 2 a.m. to 4 a.m. UTC. We are sorry.',
    '周日凌晨维护。请稍候。',
    'Version 1.4.0 costs ¥25.00, e.g. today.',
    '',
  ])('no hosts are found in %j', (text) => expect(hostsIn(text)).toEqual([]))

  it.each([
    ['https://evil%2Eexample/login', 'evil.example'],
    ['https://3405803783/login', '203.0.113.7'],
    ['http://0xcb007107', '203.0.113.7'],
    ['https://[2001:db8::1]/login', '[2001:db8::1]'],
    ['mailto:help@evil%2Eexample?subject=x', 'evil.example'],
    ['https://evil^example/', 'https://evil^example/'],
  ])('the host of the URL %s is the one that a browser opens', (address, host) => {
    expect(hostsOf([{ link: address }])).toContain(host)
    expect(hostsOf(`Not an address: ${address}`)).not.toContain(host)
  })

  it('hosts are found in every text of a nested value', () => {
    expect(hostsOf({ a: ['https://one.example'], b: { url: 'two.example', n: 1, none: null } })).toEqual([
      'one.example',
      'two.example',
    ])
    expect(hostsOf(null)).toEqual([])
  })
})

it('words that mail programs turn into links are found as hosts', () => {
  expect(findLinks('See evil.com/x, e.g. now')).toEqual(['evil.com/x,'])
})
