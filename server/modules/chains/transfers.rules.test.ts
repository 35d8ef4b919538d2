import { describe, expect, it } from 'vitest'
import {
  countedUpTo,
  isRecordable,
  judgeReceipt,
  fittingTransfer,
  neededConfirmations,
  nativeTransfer,
  readTransfer,
  rewindDepth,
  transferTopic,
  type Log,
  type PlacedTransaction,
} from './transfers.rules.ts'

const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const [from, to, token] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`, `0x${'cc'.repeat(20)}`]
const log: Log = {
  address: token.toUpperCase().replace('0X', '0x'),
  topics: [transferTopic, topic(from), topic(to)],
  data: `0x${'5'.padStart(64, '0')}`,
  blockHash: '0xb1',
  blockNumber: '0x10',
  transactionHash: '0xt1',
  logIndex: '0x3',
}

describe('transfer log', () => {
  it('reads a transfer log', () => {
    expect(readTransfer(log)).toEqual({
      blockNumber: 16,
      blockHash: '0xb1',
      logIndex: 3,
      txHash: '0xt1',
      contract: token,
      sender: from,
      address: to,
      amount: 5n,
    })
  })

  it.each([
    ['another event', { topics: ['0x00', topic(from), topic(to)] }],
    ['a token that is not fungible', { topics: [...log.topics, topic(to)], data: '0x' }],
    ['a topic that is no address', { topics: [transferTopic, topic(from), `0x${'f'.repeat(64)}`] }],
    ['no amount', { data: `0x${'0'.repeat(64)}` }],
    ['more data than an amount', { data: `0x${'0'.repeat(128)}` }],
    ['the mark that its block left the blockchain', { removed: true }],
  ])('ignores a transfer log with %s', (_name, change) => {
    expect(readTransfer({ ...log, ...change })).toBeNull()
  })
})

describe('transaction receipt', () => {
  const transfer = readTransfer(log)!
  const receipt = { status: '0x1', blockHash: '0xb1', blockNumber: '0x10', logs: [log] }
  it.each([
    ['the recorded transfer', receipt, 'agrees'],
    ['no receipt', null, 'absent'],
    ['a receipt in another block', { ...receipt, blockHash: '0xb2' }, 'absent'],
    ['a failed transaction', { ...receipt, status: '0x0' }, 'failed'],
    ['a receipt without the log', { ...receipt, logs: [] }, 'different'],
    ['another amount', { ...receipt, logs: [{ ...log, data: `0x${'6'.padStart(64, '0')}` }] }, 'different'],
    ['another token', { ...receipt, logs: [{ ...log, address: to }] }, 'different'],
    [
      'another recipient',
      { ...receipt, logs: [{ ...log, topics: [transferTopic, topic(from), topic(from)] }] },
      'different',
    ],
  ])('judges a transaction receipt by its contents: %s', (_name, given, expected) => {
    expect(judgeReceipt(transfer, given, null)).toBe(expected)
  })

  it('checks a transfer of the native coin against its transaction', () => {
    const native = { ...transfer, contract: null, logIndex: -1 }
    const empty = { ...receipt, logs: [] }
    expect(judgeReceipt(native, empty, { to, value: '0x5' })).toBe('agrees')
    expect(judgeReceipt(native, empty, { to, value: '0x4' })).toBe('different')
    expect(judgeReceipt(native, empty, { to: from, value: '0x5' })).toBe('different')
    expect(judgeReceipt(native, empty, null)).toBe('different')
    expect(judgeReceipt(native, { ...empty, status: '0x0' }, { to, value: '0x5' })).toBe('failed')
  })
})

it('reads a transfer of the native coin to the wallet address once its transaction is in a block, and none of zero', () => {
  const recipient = `0x${'b'.repeat(40)}`
  const transaction: PlacedTransaction = {
    hash: `0x${'1'.repeat(64)}`,
    from: `0x${'A'.repeat(40)}`,
    to: `0x${'B'.repeat(40)}`,
    value: '0x5',
    blockHash: `0x${'2'.repeat(64)}`,
    blockNumber: '0x10',
    transactionIndex: '0x2',
  }
  expect(nativeTransfer(transaction, recipient)).toMatchObject({
    address: recipient,
    amount: 5n,
    logIndex: -3,
    blockNumber: 16,
  })
  expect(nativeTransfer({ ...transaction, value: '0x0' }, recipient)).toBeNull()
  expect(nativeTransfer({ ...transaction, blockHash: null }, recipient)).toBeNull()
  expect(nativeTransfer({ ...transaction, to: null }, recipient)).toBeNull()
  expect(nativeTransfer(transaction, `0x${'c'.repeat(40)}`)).toBeNull()
  expect(nativeTransfer(null, recipient)).toBeNull()
})

it('a block is confirmed by its depth, itself included, or by the finalized block', () => {
  expect(countedUpTo(1, 100, null)).toBe(100)
  expect(countedUpTo(3, 100, null)).toBe(98)
  expect(countedUpTo('finalized', 100, 60)).toBe(60)
  expect(countedUpTo('finalized', 100, null)).toBe(-1)
})

describe('incomplete transfer log', () => {
  it.each<[string, Partial<Log>]>([
    ['without a sender', { topics: [transferTopic] }],
    ['with a sender that is no address', { topics: [transferTopic, `0x${'f'.repeat(64)}`, topic(to)] }],
    ['with something before the address', { topics: [transferTopic, `x${topic(from)}`, topic(to)] }],
    ['with something behind the address', { topics: [transferTopic, `${topic(from)}0`, topic(to)] }],
    ['with a fourth topic and an amount', { topics: [...log.topics, topic(to)] }],
    ['with data that is too short', { data: '0x05' }],
    ['with something before the data', { data: `x${log.data}` }],
    ['with something behind the data', { data: `${log.data}0` }],
    ['with data that is no number', { data: 'zz' }],
  ])('ignores a transfer log %s', (_what, change) => {
    expect(readTransfer({ ...log, ...change })).toBeNull()
  })

  it('reads hexadecimal letters of a transfer log in either case', () => {
    const upper = { ...log, topics: [transferTopic, topic(from).toUpperCase().replace('0X', '0x'), topic(to)] }
    expect(readTransfer(upper)?.sender).toBe(from)
  })
})

describe('transfers of a transaction', () => {
  const other = `0x${'dd'.repeat(20)}`
  const amount = (units: number, change: Partial<Log> = {}): Log => ({
    ...log,
    data: `0x${units.toString(16).padStart(64, '0')}`,
    ...change,
  })

  it('chooses the smallest sufficient transfer of the token to the wallet address, or the largest if none suffices', () => {
    const logs = [
      amount(3, { logIndex: '0x3' }),
      amount(9, { logIndex: '0x4' }),
      amount(9, { logIndex: '0x5' }),
      amount(50, { address: other }),
      amount(60, { topics: [transferTopic, topic(from), topic(other)] }),
      amount(70, { data: '0x' }),
    ]
    const fits = (units: bigint, taken: readonly number[] = [], among: readonly Log[] = logs) =>
      fittingTransfer({ logs: among }, { token, to, amount: units, taken })?.logIndex ?? null
    expect([fits(1n), fits(3n), fits(4n), fits(9n)]).toEqual([3, 3, 4, 4])
    expect([fits(3n, [3]), fits(9n, [4]), fits(1n, [3, 4])]).toEqual([4, 5, 5])
    expect(fits(10n)).toBe(5)
    expect(fits(1n, [3, 4, 5])).toBeNull()
    expect(fits(1n, [], logs.slice(3))).toBeNull()
    expect(fits(1n, [], [])).toBeNull()
  })

  // Fake tokens copy name, symbol and amount of USDT; only the contract differs (trustwallet/assets#35690,
  // MetaMask/contract-metadata#1911).
  it('ignores a transfer of the same amount by another contract', () => {
    const fake = { ...log, address: `0x${'dd'.repeat(20)}` }
    const asked = { token, to, amount: 5n, taken: [] }
    expect(fittingTransfer({ logs: [fake] }, asked)).toBeNull()
    expect(fittingTransfer({ logs: [fake, { ...log, logIndex: '0x4' }] }, asked)?.logIndex).toBe(4)
  })

  it('finds a transfer at its own log index with its own sender', () => {
    const moved = readTransfer(log)!
    const receipt = {
      status: '0x1',
      blockHash: '0xb1',
      blockNumber: '0x10',
      logs: [amount(9, { logIndex: '0x2' }), log],
    }
    expect(judgeReceipt(moved, receipt, null)).toBe('agrees')
    const others = { ...log, topics: [transferTopic, topic(other), topic(to)] }
    expect(judgeReceipt(moved, { ...receipt, logs: [others] }, null)).toBe('different')
  })

  it('finds no native transfer in a transaction without a recipient', () => {
    const native = { ...readTransfer(log)!, contract: null, logIndex: -1 }
    const receipt = { status: '0x1', blockHash: '0xb1', blockNumber: '0x10', logs: [] }
    expect(judgeReceipt(native, receipt, { to: null, value: '0x5' })).toBe('different')
  })

  it('returns the sender of a transfer in lower case', () => {
    const transaction: PlacedTransaction = {
      hash: '0x1',
      from: '0xABCD',
      to,
      value: '0x5',
      blockHash: '0x2',
      blockNumber: '0x1',
      transactionIndex: '0x0',
    }
    expect(nativeTransfer(transaction, to)?.sender).toBe('0xabcd')
  })
})

it('a network that finalizes blocks needs 64 confirmations, and a rescan goes back twice as many blocks as needed confirmations, at least 64', () => {
  expect([neededConfirmations(3), neededConfirmations('finalized')]).toEqual([3, 64])
  expect([rewindDepth(3), rewindDepth(32), rewindDepth(33), rewindDepth('finalized')]).toEqual([64, 64, 66, 128])
})

describe('recordable transfer', () => {
  const hash = `0x${'1aF'.repeat(21)}0`
  const transfer = { ...readTransfer(log)!, blockNumber: 0, logIndex: 0, blockHash: hash, txHash: hash }

  it('can record a transfer with block, position and both hashes', () => {
    expect(isRecordable(transfer)).toBe(true)
    expect(isRecordable({ ...transfer, blockNumber: Number.MAX_SAFE_INTEGER, logIndex: 2 ** 31 - 1 })).toBe(true)
    expect(isRecordable({ ...transfer, logIndex: 1 - 2 ** 31 })).toBe(true)
  })

  it.each<[string, object]>([
    ['no block number', { blockNumber: Number.NaN }],
    ['a fractional block number', { blockNumber: 1.5 }],
    ['a negative block number', { blockNumber: -1 }],
    ['no position in its block', { logIndex: Number.NaN }],
    ['a fractional position', { logIndex: 0.5 }],
    ['a position too large for the database column', { logIndex: 2 ** 31 }],
    ['a position of the native coin too large for the database column', { logIndex: -(2 ** 31) }],
    ['no block hash', { blockHash: undefined }],
    ['a block hash that is a list', { blockHash: [hash] }],
    ['a block hash that is too short', { blockHash: hash.slice(0, -1) }],
    ['no transaction hash', { txHash: null }],
    ['text before the transaction hash', { txHash: `0x${hash}` }],
    ['text after the transaction hash', { txHash: `${hash}0` }],
    ['a transaction hash that is not hexadecimal', { txHash: `0x${'g'.repeat(64)}` }],
  ])('cannot record a transfer with %s', (_what, change) => {
    expect(isRecordable({ ...transfer, ...change })).toBe(false)
  })
})
