import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentOf, createSigner, md5Of } from './epay-signature.ts'
import { fieldsOf, readEpayForm } from './epay-wire.rules.ts'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [merchant, platform, nextPlatform] = [pair(), pair(), pair()]
const privatePem = (key: ReturnType<typeof pair>) => key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const publicPem = (key: ReturnType<typeof pair>) => key.publicKey.export({ type: 'spki', format: 'pem' }) as string
const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\n/g, '')

/** Product name with characters that URL encoding changes. Signing the encoded values would give a wrong signature. */
const name = `1+1 % & ' " \\ 一年 🎉`
const fields = { pid: '1001', out_trade_no: '01KAG2', name, money: '268.00', param: '', clientip: '  ' }

describe('signed text of EPay', () => {
  it('sorts decoded values by name and leaves out empty ones and the signature', () => {
    expect(contentOf({ ...fields, sign: 'x', sign_type: 'MD5' })).toBe(
      `money=268.00&name=${name}&out_trade_no=01KAG2&pid=1001`,
    )
  })

  it('reads the query values of a URL as they were before they were escaped', () => {
    expect(contentOf(readEpayForm(new URLSearchParams(fields).toString())!)).toBe(contentOf(fields))
  })

  // A number type writes 0.10 as 0.1, and the signature no longer matches (woofcloud/labrador#35).
  it.each(['0.10', '268.00', '268', '1e2', '007'])('keeps the amount %s as it was sent', (money) => {
    expect(contentOf(readEpayForm(`money=${money}&pid=1001`)!)).toBe(`money=${money}&pid=1001`)
  })

  it('refuses a form or URL that names a parameter twice', () => {
    expect(readEpayForm('money=268&pid=1001&money=0.01')).toBeNull()
    expect(readEpayForm('money=268&money=268')).toBeNull()
  })

  it('writes the values of an answer as PHP does, and leaves out lists', () => {
    expect(fieldsOf({ code: 0, money: '1.00', isOn: true, isOff: false, none: null, data: [{}] })).toEqual({
      code: '0',
      money: '1.00',
      isOn: '1',
      isOff: '',
    })
  })
})

describe('MD5 signature of EPay', () => {
  // Expected values were computed by md5sum over `a=1&b=x y&c=%2F+&"k` and `…&"&key=k`.
  const known = { a: '1', b: 'x y', c: '%2F+&"' }
  it('appends to the text either the key alone or &key= and the key', () => {
    expect(md5Of(known, 'k', false)).toBe('0ae67ba40689243eede99f5e5059d932')
    expect(md5Of(known, 'k', true)).toBe('241baaec908ddc49d534da27f9be8017')
  })

  it('signs with the first of two keys and accepts both', () => {
    const both = createSigner({ kind: 'md5', keys: ['new', 'old'], isNamed: false })
    const before = createSigner({ kind: 'md5', keys: ['old'], isNamed: false })
    const after = createSigner({ kind: 'md5', keys: ['new'], isNamed: false })
    expect(both.sign(fields)).toEqual(after.sign(fields))
    expect(both.isSigned(before.sign(fields))).toBe(true)
    expect(both.isSigned(after.sign(fields))).toBe(true)
    expect(after.isSigned(before.sign(fields))).toBe(false)
  })

  it('rejects a signature with the key appended in the other way, a missing signature and a changed value', () => {
    const plain = createSigner({ kind: 'md5', keys: ['k'], isNamed: false })
    const named = createSigner({ kind: 'md5', keys: ['k'], isNamed: true })
    expect(named.isSigned(named.sign(fields))).toBe(true)
    expect(plain.isSigned(named.sign(fields))).toBe(false)
    expect(plain.isSigned(fields)).toBe(false)
    expect(plain.isSigned({ ...plain.sign(fields), money: '0.01' })).toBe(false)
    expect(plain.isSigned({ ...plain.sign(fields), added: 'x' })).toBe(false)
  })

  it('reads a signature in capitals, as some gateways write it', () => {
    const plain = createSigner({ kind: 'md5', keys: ['k'], isNamed: false })
    const signed = plain.sign(fields)
    expect(plain.isSigned({ ...signed, sign: signed.sign!.toUpperCase() })).toBe(true)
  })
})

describe('RSA signature of EPay', () => {
  const ours = createSigner({
    kind: 'rsa',
    privateKey: privatePem(merchant),
    platformKeys: [publicPem(platform), publicPem(nextPlatform)],
  })
  const theirs = (key: ReturnType<typeof pair>) =>
    createSigner({ kind: 'rsa', privateKey: privatePem(key), platformKeys: [publicPem(merchant)] })

  it('signs with the current time, which the gateway verifies', () => {
    const signed = ours.sign(fields)
    expect(signed).toMatchObject({ sign_type: 'RSA', timestamp: expect.stringMatching(/^\d{10}$/) as string })
    expect(theirs(platform).isSigned(signed)).toBe(true)
    expect(theirs(platform).isSigned({ ...signed, timestamp: '1' })).toBe(false)
  })

  it('accepts both platform keys while the old one is being replaced, and no foreign key', () => {
    expect(ours.isSigned(theirs(platform).sign(fields))).toBe(true)
    expect(ours.isSigned(theirs(nextPlatform).sign(fields))).toBe(true)
    expect(ours.isSigned(theirs(pair()).sign(fields))).toBe(false)
    expect(ours.isSigned(fields)).toBe(false)
  })

  // Splitting a parameter at every "=" cuts the padding off a signature (Pay-Group/best-pay-sdk#125).
  it('reads a signature with padding from a URL, escaped or not', () => {
    const signed = theirs(platform).sign({ ...fields, param: 'a=b==' })
    expect(signed.sign).toMatch(/=$/)
    const address = new URLSearchParams(signed).toString()
    expect(ours.isSigned(readEpayForm(address)!)).toBe(true)
    expect(ours.isSigned(readEpayForm(address.replaceAll('%3D', '='))!)).toBe(true)
  })

  it('never lets a message choose MD5 instead of RSA for its signature', () => {
    const md5 = createSigner({ kind: 'md5', keys: [''], isNamed: false })
    expect(ours.isSigned(md5.sign(fields))).toBe(false)
  })

  it('reads keys as bare base64, in which gateways show them', () => {
    const fromConsole = createSigner({
      kind: 'rsa',
      privateKey: bare(privatePem(merchant)),
      platformKeys: [bare(publicPem(platform))],
    })
    expect(theirs(platform).isSigned(fromConsole.sign(fields))).toBe(true)
    expect(fromConsole.isSigned(theirs(platform).sign(fields))).toBe(true)
  })
})
