import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Input, Maybe, Moment, Page, Rows, Text, TextFile, Whole, Said } from './fields.ts'
import { must } from './must.ts'

const network = Text('Of the network', { hint: 'ID', holds: 'shop' })
const Sent = Text('Hash of the transaction', { hint: 'HASH', holds: 'shop' })
const Block = (description: string) => Whole(0, 999_999_999_999_999, description, { must: must('must.blockNumber') })

export const SweepRow = Type.Object({
  network: Type.String(),
  token: Type.String(),
  balance: Type.String(),
  address: Type.String(),
  key: Type.String(),
  order: Maybe(Type.String()),
})

export const cryptoActions = {
  'crypto.import-addresses': act({
    reach: { people: 'everyone', money: 'record', trust: 'payees' },
    undo: { none: 'addresses' },
    role: 'owner',
    stepUp: 'money',
    summary: 'Adds addresses to the pool of a network, one a line, each with a note on how its key is found.',
    input: Input({ network, file: TextFile('One address a line, and after a space how its key is found') }),
    output: Type.Object({
      name: Type.String(),
      added: Type.Integer(),
      total: Type.Integer(),
      free: Type.Integer(),
    }),
    says: [
      'Would add {added} addresses to the pool of {name}.',
      'Added {added} addresses; the pool of {name} has {total}, of which {free} are free.',
    ],
  }),
  'crypto.refund-sent': act({
    reach: { people: 'one', money: 'record', trust: 'none' },
    undo: { none: 'onChain' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Records the transaction by which a refund was sent by hand; the chain is asked whether it paid this address.',
    input: Input({
      refund: Text('Id of the refund', { hint: 'ID', holds: 'shop' }),
      tx: Sent,
      to: Text('The address that the buyer asked to be paid at', { hint: 'ADDRESS', holds: 'person' }),
    }),
    output: Type.Object({
      refund: Type.String(),
      onChain: Type.String(),
      /** Refund amount in whole tokens. */
      amount: Type.String(),
      seen: Said(),
    }),
    says: ['Would record the refund {refund} as sent ({seen}).', 'Recorded the refund {refund} as sent ({seen}).'],
  }),
  'crypto.rescan': act({
    reach: { people: 'everyone', money: 'record', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'finance',
    summary:
      'Reads blocks of a network again for payments that were missed. What is known already is not counted twice.',
    input: Input({
      chain: network,
      fromBlock: Block('The first block'),
      toBlock: Type.Optional(Block('The last block; without it as far as was read')),
    }),
    output: Type.Object({
      name: Type.String(),
      from: Type.Integer(),
      to: Type.Integer(),
      blocks: Type.Integer(),
      found: Type.Integer(),
      added: Type.Integer(),
      nodes: Rows(
        Type.Object({
          host: Type.String(),
          found: Type.Integer(),
          readTo: Maybe(Type.Integer()),
          failure: Maybe(Type.String()),
        }),
      ),
    }),
  }),
  'crypto.status': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'How each network is read and settled: ages in seconds, payments that are due and that fail. Tab-separated.',
    input: Input({}),
    output: Type.Object({
      networks: Rows(
        Type.Object({
          network: Type.String(),
          read: Maybe(Type.Integer()),
          settled: Maybe(Type.Integer()),
          due: Type.Integer(),
          oldestDue: Maybe(Type.Integer()),
          failing: Type.Integer(),
          state: Said(),
        }),
        'No network is configured.',
      ),
    }),
  }),
  'crypto.strays': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Lists transfers of tokens that are taken which answered no quote, the latest first: money that came to an address of ours without an order, or in something else than was asked for.',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        network: Type.String(),
        token: Type.String(),
        amount: Type.String(),
        address: Type.String(),
        tx: Type.String(),
        order: Maybe(Type.String()),
        firstSeen: Moment(),
      }),
      'There is none.',
    ),
  }),
  'crypto.waiting': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Lists payments that were seen on a chain and wait for confirmations, the oldest first. Enough of them and still here: it could not be counted, and is tried again.',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        order: Maybe(Type.String()),
        network: Type.String(),
        token: Type.String(),
        amount: Type.String(),
        confirmations: Type.Integer(),
        needed: Maybe(Type.Integer()),
        failures: Type.Integer(),
        since: Moment(),
        tx: Type.String(),
      }),
      'No payment waits for confirmations.',
    ),
  }),
  'crypto.sweep-list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'finance',
    summary: 'What lies where, by the nodes: address, where its key is, token, balance, order. Tab-separated.',
    input: Input({}),
    stream: SweepRow,
    output: Type.Object({ rows: Type.Integer() }),
  }),
}
