import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Input, Maybe, Moment, Page, Rows, Text, TextFile, Whole, Said } from './fields.ts'
import { must } from './must.ts'

const network = Text({ hint: 'ID', holds: 'shop', pick: 'network' })
const Sent = Text({ hint: 'HASH', holds: 'shop' })
const Block = Whole(0, 999_999_999_999_999, { must: must('must.blockNumber') })

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
    input: Input({ network, file: TextFile() }),
    output: Type.Object({
      name: Type.String(),
      added: Type.Integer(),
      total: Type.Integer(),
      free: Type.Integer(),
    }),
  }),
  'crypto.refund-sent': act({
    reach: { people: 'one', money: 'record', trust: 'none' },
    undo: { none: 'onChain' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      refund: Text({ hint: 'ID', holds: 'shop' }),
      tx: Sent,
      to: Text({ hint: 'ADDRESS', holds: 'person' }),
    }),
    output: Type.Object({
      refund: Type.String(),
      onChain: Type.String(),
      amount: Type.String(),
      seen: Said(),
    }),
  }),
  'crypto.rescan': act({
    reach: { people: 'everyone', money: 'record', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'finance',
    input: Input({
      chain: network,
      fromBlock: Block,
      toBlock: Type.Optional(Block),
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
      ),
    }),
  }),
  'crypto.strays': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
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
    ),
  }),
  'crypto.waiting': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
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
    ),
  }),
  'crypto.sweep-list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'finance',
    input: Input({}),
    stream: SweepRow,
    output: Type.Object({ rows: Type.Integer() }),
  }),
}
