import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { payoutStages } from '#shared/payout-stages.ts'
import { act, edit, read } from './action.ts'
import {
  AfterId,
  Flag,
  Fresh,
  Id,
  Input,
  Maybe,
  MaybeMoment,
  Moment,
  NamedFile,
  Names,
  OneOf,
  Page,
  Progress,
  Reason,
  Rows,
  Sum,
  Text,
  TextFile,
  Said,
} from './fields.ts'
import { must } from './must.ts'

const chains = ['tron', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base'] as const

export const approvalFaults = [
  'not_prepared',
  'no_operator',
  'own',
  'no_address',
  'another_address',
  'suspended',
  'refunded',
  'other_rows',
  'payout_address_shared',
  'payout_address_fresh',
] as const

const id = Id('payouts list', 'The settlement')
const chain = OneOf(chains, 'A transaction pays on one chain')
const batch = Id('payouts batches', 'The list that was approved together')
const address = Text('The payout address, as "payouts list" shows it', { hint: 'ADDRESS', holds: 'person' })
const Shared = Type.Object({ address: Type.String(), affiliates: Type.Array(Type.Integer()) })

export const payoutActions = {
  'payouts.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Lists settlements that are not paid yet, or whose transaction the chain denies, the oldest first. `net`: what is owed after refunds since. `toReserve`: what it leaves in the reserve of its commissions, `fromReserve`: what it pays of earlier ones.',
    input: Input({
      stage: Type.Optional(OneOf(payoutStages, 'Only those at this stage; `paid` and `proven` the newest first')),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        id: Type.String(),
        affiliate: Type.Integer(),
        period: Type.String(),
        amount: Sum,
        net: Sum,
        toReserve: Sum,
        fromReserve: Sum,
        state: Said<Sentence | string>(),
        prepared: Type.String(),
        chain: Said<Sentence | string>(),
        address: Type.String(),
        whyNot: Maybe(OneOf(approvalFaults, 'What keeps it out of a list that you approve')),
        restsUntil: MaybeMoment(),
        file: Maybe(Type.String()),
      }),
      'No settlement waits.',
    ),
  }),
  'payouts.stages': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Counts settlements at each stage, with their sum: what "payouts list" lists there. Up to a thousand are counted; `more`: there are more.',
    input: Input({}),
    output: Type.Object({
      stages: Rows(
        Type.Object({
          stage: OneOf(payoutStages, 'How far they came'),
          payouts: Type.Integer(),
          amount: Sum,
          more: Type.Boolean(),
        }),
      ),
    }),
  }),
  'payouts.prepare': act({
    reach: { people: 'everyone', money: 'payout', trust: 'none' },
    undo: { none: 'payoutEach' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Closes a month: draws up a settlement for every affiliate who is owed the minimum. Again, it adds nothing.',
    input: Input({
      period: Text('The month', {
        hint: '2026-10',
        must: must('must.month', { example: '2026-10' }),
        pattern: '^[0-9]{4}-[0-9]{2}$',
      }),
    }),
    stream: Progress,
    output: Type.Object({
      settlements: Type.Integer(),
      amount: Sum,
      failed: Rows(Type.Object({ affiliateId: Type.String(), reason: Type.String() })),
    }),
  }),
  'payouts.set-zone': act({
    reach: { people: 'everyone', money: 'payout', trust: 'none' },
    undo: 'itself',
    role: 'owner',
    stepUp: 'money',
    summary:
      'Sets by the clock of which time zone months end, from the next month on; UTC unless it was set. The month that runs ends as it would have.',
    second: 'Always.',
    input: Input({
      zone: Text('The time zone, by its IANA name', { hint: 'Asia/Shanghai' }),
      reason: Reason(),
    }),
    output: Type.Object({
      month: Type.String(),
      before: Type.String(),
      zone: Type.String(),
      begins: Moment(),
      ends: Moment(),
    }),
    says: [
      'From {month} on, months would end by the clock of {zone} in place of {before}: that month from {begins} to {ends}.',
      'From {month} on, months end by the clock of {zone} in place of {before}: that month from {begins} to {ends}.',
    ],
  }),
  'payouts.approve': act({
    reach: { people: 'one', money: 'payout', trust: 'none' },
    undo: { by: 'payouts.cancel' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Approves a settlement that another operator prepared, to the address that is named. From then on it stands.',
    input: Input({ id, address }),
    output: Type.Object({ amount: Sum, chain: Type.String(), address: Type.String() }),
    says: [
      'Would approve: {amount} in USDT to {address} on {chain}.',
      'Approved: {amount} in USDT to {address} on {chain}.',
    ],
  }),
  'payouts.approve-batch': act({
    reach: { people: 'everyone', money: 'payout', trust: 'none' },
    undo: { none: 'payoutEach' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Approves settlements that another operator prepared, each to the address that is named beside it. They make a list that is sent by one file; what cannot be approved is named, and waits.',
    input: Input({
      payouts: Names('Settlements, each with its address', 'ID=ADDRESS,ID=ADDRESS', { holds: 'person' }),
    }),
    output: Type.Object({
      batch: Fresh(Type.String()),
      payouts: Type.Integer(),
      amount: Sum,
      sums: Rows(Type.Object({ chain: Type.String(), token: Type.String(), payouts: Type.Integer(), amount: Sum })),
      lines: Rows(
        Type.Object({
          id: Type.String(),
          period: Type.String(),
          amount: Sum,
          chain: Type.String(),
          address: Type.String(),
          why: Maybe(OneOf(approvalFaults, 'What keeps it out')),
        }),
      ),
    }),
  }),
  'payouts.batches': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists what was approved together, newest first, and how much of it waits for its transaction.',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        approved: Type.String(),
        payouts: Type.Integer(),
        amount: Sum,
        open: Type.Integer(),
        rest: Sum,
        files: Type.Array(Type.String()),
      }),
      'Nothing was approved together yet.',
    ),
  }),
  'payouts.file': act({
    reach: { people: 'group', money: 'payout', trust: 'none' },
    undo: { none: 'payoutFile' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Makes the file by which tools pay a list in one transaction (CSV), with its SHA-256 beside it. Only what may be paid now, and stands in no file yet, stands in it.',
    input: Input({
      batch,
      chain,
      again: Type.Optional(
        Text('Why payouts that stand in a file already are put into this one, too: that file is not sent', {
          hint: 'REASON',
        }),
      ),
      unsent: Type.Optional(
        Text('The file that was never sent: only what stands last in it is put into this one, too', {
          hint: 'NAME',
          holds: 'shop',
        }),
      ),
    }),
    output: Type.Object({
      payouts: Type.Integer(),
      amount: Sum,
      sha256: Type.String(),
      left: Rows(Type.Object({ id: Type.String(), why: Type.String(), file: Maybe(Type.String()) })),
      again: Rows(Type.Object({ id: Type.String(), file: Type.String() }), 'None of them stands in another file.'),
      files: Type.Array(NamedFile),
    }),
    saves: { folder: 'files' },
  }),
  'payouts.check-file': act({
    reach: { people: 'group', money: 'none', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'finance',
    summary:
      'Compares a file of payouts with what may be sent now, line by line, and its SHA-256 with that of the file that was made.',
    input: Input({ batch, chain, file: TextFile('The file, as it is about to be sent') }),
    output: Type.Object({
      lines: Type.Integer(),
      sha256: Type.String(),
      isSame: Type.Boolean(),
      madeFile: Maybe(Type.String()),
      madeSha256: Maybe(Type.String()),
      replacedBy: Maybe(Type.String()),
      wrong: Rows(Type.Object({ line: Type.Integer(), id: Type.String(), why: Said() }), 'Every line stands.'),
    }),
  }),
  'payouts.paid-batch': act({
    reach: { people: 'group', money: 'record', trust: 'none' },
    undo: { none: 'onChain' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Records the transactions that paid a list. One may pay many; each payout is looked up on its chain and takes a transfer of its own. What none of them pays is named, and stays open. Again, it goes on where it was interrupted.',
    input: Input({ batch, file: TextFile('One hash a line, alone or beside the id of a settlement') }),
    output: Type.Object({
      recorded: Type.Integer(),
      amount: Sum,
      open: Type.Integer(),
      lines: Rows(
        Type.Object({
          id: Type.String(),
          amount: Sum,
          state: Type.String(),
          hash: Maybe(Type.String()),
          why: Maybe(Said()),
        }),
      ),
    }),
  }),
  'payouts.paid': act({
    reach: { people: 'one', money: 'record', trust: 'none' },
    undo: { none: 'onChain' },
    role: 'finance',
    stepUp: 'money',
    summary: 'Records the transaction that paid a settlement; it is looked up on its chain where a node is configured.',
    input: Input({
      id,
      hash: Text('Of the transaction', { hint: 'HASH', holds: 'shop' }),
      sentBefore: Type.Optional(
        Text('Why it is recorded though less is owed by now: the money has left already', { hint: 'REASON' }),
      ),
    }),
    output: Type.Object({ amount: Sum, hash: Type.String(), onChain: Type.String(), seen: Said() }),
    says: ['Would record {amount} as paid by {hash} ({seen}).', 'Recorded {amount} as paid by {hash} ({seen}).'],
  }),
  'payouts.allow-address': act({
    reach: { people: 'group', money: 'payout', trust: 'none' },
    undo: { by: 'payouts.hold-address' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Lets the affiliates who have one payout address together be paid to it. One more who takes it later is held, and holds no one else.',
    input: Input({ address, reason: Reason() }),
    output: Shared,
    says: ['Would let them share {address}: {affiliates}.', 'They may share {address}: {affiliates}.'],
  }),
  'payouts.hold-address': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'payouts.allow-address' },
    role: 'finance',
    summary:
      'Takes it back that affiliates may share a payout address: to those who came to it later nothing is approved or paid. Who had it first is paid on; "affiliates suspend" stops them too.',
    input: Input({ address, reason: Reason() }),
    output: Shared,
    says: [
      'Would hold payouts to {address} of: {affiliates}. Who is not named had it first, and is paid on.',
      'Payouts to {address} are held of: {affiliates}. Who is not named had it first, and is paid on.',
    ],
  }),
  'payouts.cancel': act({
    reach: { people: 'one', money: 'payout', trust: 'none' },
    undo: { none: 'nextPayout' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Gives up a settlement that is not paid; its commissions wait for the next one. An approved one may have been sent: the operator states that it was not, and its chain is looked at where a node is configured. One that stands in files is given up by who names all of them.',
    input: Input({
      id,
      reason: Reason(),
      notSent: Type.Optional(Flag('States that nothing was sent')),
      files: Type.Optional(
        Names('All files that it stands in, which no one sends any more', 'NAME,NAME', { holds: 'shop' }),
      ),
    }),
    output: Type.Object({ amount: Sum, look: Maybe(Type.String()) }),
  }),
}

export const termsActions = {
  'terms.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists the published versions of the affiliate terms, and prints those that count today.',
    input: Input({}),
    output: Type.Object({
      versions: Rows(
        Type.Object({ version: Type.Integer(), since: Type.String(), by: Type.String(), at: Moment() }),
        'None was published: those that the product comes with count.',
      ),
      terms: Type.Unsafe<unknown>({}),
    }),
  }),
  'terms.publish': edit({
    reach: { people: 'everyone', money: 'earnings', trust: 'none' },
    undo: 'itself',
    role: 'owner',
    stepUp: 'money',
    summary:
      'Publishes a version of the affiliate terms from a JSON file. It counts from its `since`, for orders from then on.',
    second: 'The terms cross a bound: rates, hold, minimum payout.',
    edits: [],
    input: Input({ file: TextFile('The terms as JSON') }),
    output: Type.Object({ version: Type.Integer(), since: Type.String(), changes: Type.Array(Said()) }),
  }),
}
