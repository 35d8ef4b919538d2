import { createServer, type Server } from 'node:http'
import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlipayReport } from '#server/modules/payments/providers/alipay-report.ts'
import { createUnionpayReport } from '#server/modules/payments/providers/unionpay-report.ts'
import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { unzip } from '#server/modules/payments/providers/unzip.ts'
import { ProviderSilent } from '#server/modules/payments/providers/port.ts'
import { report } from '#simulators/alipay/settlement-report.ts'
import { reportFile } from '#simulators/unionpay/settlement-report.ts'
import { toGbk } from '#simulators/gbk.ts'
import { zip } from '#simulators/zip.ts'
import { reportDay, deskOf } from './reports.setup.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ timeoutMs: 2_000 })
})
afterAll(() => shop.close())

async function paidSilently(provider: 'alipay' | 'unionpay'): Promise<Placed> {
  const placed = await shop.order({ method: provider })
  deskOf(shop, provider).pay(placed, { notify: 0 })
  return placed
}

describe.each(['alipay', 'unionpay'] as const)('the answer of %s that names its report', (provider) => {
  const list = (day: string) => shop.deps.payments.byId(provider).listSettled!(day)

  it.each([
    'forged',
    'unsigned',
    'status500',
    'systemError',
    'page',
    'empty',
    'redirect',
    'timeout',
    'refused',
  ] as const)('a report is rejected when it is %s', async (kind) => {
    const placed = await paidSilently(provider)
    deskOf(shop, provider).fault(kind)
    await expect(list(reportDay(provider))).rejects.toThrow(ProviderSilent)
    expect(await list(reportDay(provider))).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ attemptId: placed.attemptId })]),
      unread: [],
    })
  })
})

describe('day without a report', () => {
  it('a report is empty if Alipay says so, and otherwise not ready', async () => {
    const { byId } = shop.deps.payments
    expect(await byId('alipay').listSettled!('2020-01-01')).toEqual({ lines: [], unread: [] })
    expect(await byId('alipay').listSettled!('2099-01-01')).toBe('not_ready')
    expect(await byId('unionpay').listSettled!('2020-01-01')).toBe('not_ready')
  })
})

describe('file of an Alipay report', () => {
  const seller = { sellerId: '2088000000000001' }
  const day = reportDay('alipay')
  let host: Server
  let origin: string
  let served: Buffer
  beforeAll(async () => {
    host = createServer(({ url }, response) => {
      if (url === '/moved') response.writeHead(302, { location: '/file' }).end()
      else if (url === '/stalls') response.write(served.subarray(0, 100))
      else response.end(served)
    })
    await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve))
    origin = `http://localhost:${(host.address() as { port: number }).port}`
  })
  afterAll(() => {
    host.closeAllConnections()
    host.close()
  })
  function read(
    bytes: Buffer,
    { asked = day, address = `${origin}/file`, gateway = origin, sellerId = seller.sellerId, timeoutMs = 10_000 } = {},
  ) {
    served = bytes
    const answer = async () => ({ code: '10000', billDownloadUrl: address })
    return createAlipayReport({ gateway, sellerId }, answer, timeoutMs)(asked)
  }
  const genuine = async () => {
    await paidSilently('alipay')
    return report(shop.simulator.counters.alipay.fakeGateway.gatewayPayments, day)!
  }

  it('a genuine Alipay report is read, and only from the expected host', async () => {
    const bytes = await genuine()
    expect(await read(bytes)).toMatchObject({ lines: expect.arrayContaining([expect.anything()]), unread: [] })
    await expect(read(bytes, { gateway: 'https://openapi.alipay.com/gateway.do' })).rejects.toThrow(ProviderSilent)
    await expect(read(bytes, { address: `${origin.replace('localhost', '127.0.0.1')}/file` })).rejects.toThrow(
      'address',
    )
  })

  it('an Alipay report of another merchant or day is refused', async () => {
    const bytes = await genuine()
    await expect(read(bytes, { sellerId: '2088000000000002' })).rejects.toThrow(ProviderSilent)
    await expect(read(bytes, { asked: '2020-01-01' })).rejects.toThrow(ProviderSilent)
  })

  it('an Alipay report that is truncated, damaged, no archive or without details is refused', async () => {
    const bytes = await genuine()
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(200) ^ 1, 200)
    const without = zip([{ name: Buffer.from('x.csv'), bytes: toGbk('#支付宝业务汇总查询') }])
    for (const wrong of [bytes.subarray(0, -300), damaged, Buffer.from('<html>'), Buffer.alloc(0), without])
      await expect(read(wrong)).rejects.toThrow(ProviderSilent)
  })

  it('an Alipay report that stalls or redirects is treated as unanswered', async () => {
    const bytes = await genuine()
    await expect(read(bytes, { address: `${origin}/stalls`, timeoutMs: 300 })).rejects.toThrow('did not come')
    await expect(read(bytes, { address: `${origin}/moved` })).rejects.toThrow('did not come')
    await expect(read(bytes, { address: `${origin}/file` })).resolves.not.toEqual([])
  })

  it('any corrupted Alipay report is treated as unanswered or is read, and never crashes', async () => {
    const bytes = await genuine()
    const change = fc.record({ at: fc.nat(bytes.length), cut: fc.nat(60), piece: fc.uint8Array({ maxLength: 60 }) })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, cut, piece }) => {
        const other = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + cut)])
        const said = await read(other).catch((error: unknown) => error)
        expect(said instanceof ProviderSilent || Array.isArray((said as DayList).lines)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('an Alipay report encoded in UTF-8 is refused', async () => {
    const files = unzip(await genuine(), 1024 * 1024)!
    const text = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder('gbk').decode(bytes)
    const again = (encode: (text: string) => Buffer) =>
      zip(files.map((file) => ({ name: Buffer.from('x.csv'), bytes: encode(text(file)) })))
    expect(await read(again(toGbk))).not.toEqual([])
    await expect(read(again((utf8) => Buffer.from(utf8)))).rejects.toThrow('cannot be read')
  })

  it('an Alipay report that is too large, packed or unpacked, is refused', async () => {
    const large = Buffer.alloc(17 * 1024 * 1024)
    await expect(read(large)).rejects.toThrow('did not come')
    const bomb = zip([{ name: Buffer.from('x.csv'), bytes: Buffer.alloc(65 * 1024 * 1024) }])
    expect(bomb.length).toBeLessThan(100_000)
    await expect(read(bomb)).rejects.toThrow('cannot be read')
  })
})

describe('UnionPay settlement report', () => {
  const merchantId = '777290058110001'
  const day = reportDay('unionpay')
  const settleDate = day.slice(5).replace('-', '')
  const gatewayPayments = () => shop.simulator.counters.unionpay.fakeGateway.gatewayPayments
  const genuine = () => reportFile(gatewayPayments(), settleDate, { now: Date.now(), merchantId })!.fileContent
  const read = (fileContent: string, { answered = settleDate, asked = day, ours = merchantId } = {}) =>
    createUnionpayReport({ merchantId: ours, fileUrl: 'http://localhost/' }, async () => ({
      respCode: '00',
      settleDate: answered,
      fileContent,
    }))(asked)

  it('a genuine UnionPay report is read', async () => {
    const placed = await paidSilently('unionpay')
    expect(await read(genuine())).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ attemptId: placed.attemptId })]),
      unread: [],
    })
  })

  it('a UnionPay report of another merchant, day or year is refused', async () => {
    await paidSilently('unionpay')
    await expect(read(genuine(), { ours: '777290058110002' })).rejects.toThrow(ProviderSilent)
    await expect(read(genuine(), { answered: '0101' })).rejects.toThrow('another day')
    const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
    await expect(read(genuine(), { asked: before })).rejects.toThrow('cannot be read')
    const others = reportFile(gatewayPayments(), settleDate, { now: Date.now(), merchantId: '777290058110002' })!
    await expect(read(others.fileContent)).rejects.toThrow('cannot be read')
  })

  it('a UnionPay report that is truncated, damaged, invalid or too large is refused', async () => {
    await paidSilently('unionpay')
    const whole = genuine()
    const bomb = deflateSync(Buffer.alloc(17 * 1024 * 1024)).toString('base64')
    const lines = zip([
      { name: Buffer.from(`INN${day.slice(2).replaceAll('-', '')}88ZM_${merchantId}`), bytes: Buffer.from('S22 0490') },
    ])
    const wrong = [whole.slice(0, -40), `${whole.slice(0, 60)}AAAA${whole.slice(64)}`, '', 'no base64 €', bomb]
    for (const content of [...wrong, deflateSync(lines).toString('base64')])
      await expect(read(content)).rejects.toThrow(ProviderSilent)
  })

  it('a report with any contents is at worst treated as no answer', async () => {
    await paidSilently('unionpay')
    const archive = inflateSync(Buffer.from(genuine(), 'base64'))
    const change = fc.record({ at: fc.nat(archive.length), cut: fc.nat(60), piece: fc.uint8Array({ maxLength: 60 }) })
    await fc.assert(
      fc.asyncProperty(change, fc.boolean(), async ({ at, cut, piece }, packed) => {
        const other = Buffer.concat([archive.subarray(0, at), piece, archive.subarray(at + cut)])
        const said = await read((packed ? deflateSync(other) : other).toString('base64')).catch(
          (error: unknown) => error,
        )
        expect(said instanceof ProviderSilent || Array.isArray((said as DayList).lines)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
