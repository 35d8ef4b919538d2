import { describe, expect, it } from 'vitest'
import {
  countedUpTo,
  judgeReceipt,
  nativeTransfer,
  readTransfer,
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

describe('a log', () => {
  it('of a transfer is read', () => {
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
    ['more than an amount', { data: `0x${'0'.repeat(128)}` }],
    ['one that was removed', { removed: true }],
  ])('of %s is none', (_name, change) => {
    expect(readTransfer({ ...log, ...change })).toBeNull()
  })
})

describe('a receipt', () => {
  const transfer = readTransfer(log)!
  const receipt = { status: '0x1', blockHash: '0xb1', blockNumber: '0x10', logs: [log] }
  it.each([
    ['the same', receipt, 'agrees'],
    ['none', null, 'absent'],
    ['in another block', { ...receipt, blockHash: '0xb2' }, 'absent'],
    ['of a failure', { ...receipt, status: '0x0' }, 'failed'],
    ['without the log', { ...receipt, logs: [] }, 'different'],
    ['of another amount', { ...receipt, logs: [{ ...log, data: `0x${'6'.padStart(64, '0')}` }] }, 'different'],
    ['of another token', { ...receipt, logs: [{ ...log, address: to }] }, 'different'],
    [
      'to somebody else',
      { ...receipt, logs: [{ ...log, topics: [transferTopic, topic(from), topic(from)] }] },
      'different',
    ],
  ])('%s', (_name, given, expected) => {
    expect(judgeReceipt(transfer, given, null)).toBe(expected)
  })

  it("of the network's own coin is held against the transaction", () => {
    const native = { ...transfer, contract: null, logIndex: -1 }
    const empty = { ...receipt, logs: [] }
    expect(judgeReceipt(native, empty, { to, value: '0x5' })).toBe('agrees')
    expect(judgeReceipt(native, empty, { to, value: '0x4' })).toBe('different')
    expect(judgeReceipt(native, empty, { to: from, value: '0x5' })).toBe('different')
    expect(judgeReceipt(native, empty, null)).toBe('different')
    expect(judgeReceipt(native, { ...empty, status: '0x0' }, { to, value: '0x5' })).toBe('failed')
  })
})

it("a transaction pays the network's own coin to whom it names, once it is in a block", () => {
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

it('a block counts with its own confirmation among them, or when the node calls it final', () => {
  expect(countedUpTo(1, 100, null)).toBe(100)
  expect(countedUpTo(3, 100, null)).toBe(98)
  expect(countedUpTo('finalized', 100, 60)).toBe(60)
  expect(countedUpTo('finalized', 100, null)).toBe(-1)
})
