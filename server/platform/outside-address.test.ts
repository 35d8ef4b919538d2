import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, lookupPublic, outsideFault } from './outside-address.ts'

describe('URL given by an operator for outgoing requests', () => {
  it.each([
    'https://hooks.example/wayfare',
    'https://api.telegram.org/bot1:x/sendMessage?chat_id=5',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
  ])('requests to %s are allowed', (address) => {
    expect(outsideFault(address, 'PROD')).toBeNull()
  })

  it.each([
    'http://hooks.example/',
    'ftp://hooks.example/',
    'nonsense',
    'https://user:secret@hooks.example/',
    'https://localhost/',
    'https://intranet/',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://10.1.2.3/',
    'https://172.20.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'http://127.0.0.1:8080/',
  ])('requests to %s are refused', (address) => {
    expect(outsideFault(address, 'PROD')).toBeTypeOf('string')
  })

  it('DEV allows a receiver on the same machine', () => {
    expect(outsideFault('http://127.0.0.1:8080/', 'DEV')).toBeNull()
    expect(outsideFault('http://10.0.0.1:8080/', 'DEV')).toBe('notHttps')
  })
})

it('an IPv4 address mapped into IPv6 is judged like the plain IPv4 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address))
    }),
  )
  expect([isPublicAddress('1.1.1.1'), isPublicAddress('2606:4700::1111'), isPublicAddress('hooks.example')]).toEqual([
    true,
    true,
    false,
  ])
})

it('a host name that resolves to the same machine is rejected at lookup', async () => {
  const found = (all: boolean) =>
    new Promise<string | undefined>((resolve) => {
      lookupPublic('localhost', { all }, (error) => resolve(error?.code))
    })
  expect([await found(true), await found(false)]).toEqual(['EPRIVATE', 'EPRIVATE'])
})
