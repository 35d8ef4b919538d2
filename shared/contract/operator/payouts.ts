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
  'token_contract',
  'suspended',
  'refunded',
  'other_rows',
  'payout_address_shared',
  'payout_address_fresh',
] as const

const id = Id
const chain = OneOf(chains)
const batch = Id
const address = Text({ hint: 'ADDRESS', holds: 'person' })
const Shared = Type.Object({ address: Type.String(), affiliates: Type.Array(Type.Integer()) })

export const payoutActions = {
  'payouts.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({
      stage: Type.Optional(OneOf(payoutStages)),
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
        whyNot: Maybe(OneOf(approvalFaults)),
        restsUntil: MaybeMoment(),
        file: Maybe(Type.String()),
        files: Type.Array(Type.String()),
      }),
    ),
  }),
  'payouts.stages': read({
    mayLag: true,
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({}),
    output: Type.Object({
      stages: Rows(
        Type.Object({
          stage: OneOf(payoutStages),
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
    input: Input({
      period: Text({
        hint: '2026-10',
        month: true,
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
    undo: { itself: true },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      zone: Text({ hint: 'Asia/Shanghai', pick: 'timeZone' }),
      reason: Reason,
    }),
    output: Type.Object({
      month: Type.String(),
      before: Type.String(),
      zone: Type.String(),
      begins: Moment(),
      ends: Moment(),
    }),
  }),
  'payouts.approve': act({
    reach: { people: 'one', money: 'payout', trust: 'none' },
    undo: { by: 'payouts.cancel', stays: 'cancelledPayout' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ id, address }),
    output: Type.Object({ amount: Sum, chain: Type.String(), address: Type.String() }),
  }),
  'payouts.approve-batch': act({
    reach: { people: 'everyone', money: 'payout', trust: 'none' },
    undo: { none: 'payoutEach' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      payouts: Names('ID=ADDRESS,ID=ADDRESS', { holds: 'person', rows: 'payouts' }),
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
          why: Maybe(OneOf(approvalFaults)),
        }),
      ),
    }),
  }),
  'payouts.batches': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
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
    ),
  }),
  'payouts.file': act({
    reach: { people: 'group', money: 'payout', trust: 'none' },
    undo: { none: 'payoutFile' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      batch,
      chain,
      again: Type.Optional(
        Text({
          hint: 'REASON',
        }),
      ),
      unsent: Type.Optional(
        Text({
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
      again: Rows(Type.Object({ id: Type.String(), file: Type.String() })),
      files: Type.Array(NamedFile),
    }),
    saves: { folder: 'files' },
  }),
  'payouts.check-file': act({
    reach: { people: 'group', money: 'none', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'finance',
    input: Input({ batch, chain, file: TextFile() }),
    output: Type.Object({
      lines: Type.Integer(),
      sha256: Type.String(),
      isSame: Type.Boolean(),
      madeFile: Maybe(Type.String()),
      madeSha256: Maybe(Type.String()),
      replacedBy: Maybe(Type.String()),
      wrong: Rows(Type.Object({ line: Type.Integer(), id: Type.String(), why: Said() })),
    }),
  }),
  'payouts.paid-batch': act({
    reach: { people: 'group', money: 'record', trust: 'none' },
    undo: { none: 'onChain' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ batch, file: TextFile() }),
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
    input: Input({
      id,
      hash: Text({ hint: 'HASH', holds: 'shop' }),
      sentBefore: Type.Optional(Text({ hint: 'REASON' })),
    }),
    output: Type.Object({ amount: Sum, hash: Type.String(), onChain: Type.String(), seen: Said() }),
  }),
  'payouts.allow-address': act({
    reach: { people: 'group', money: 'payout', trust: 'none' },
    undo: { by: 'payouts.hold-address' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ address, reason: Reason }),
    output: Shared,
  }),
  'payouts.hold-address': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'payouts.allow-address' },
    role: 'finance',
    input: Input({ address, reason: Reason }),
    output: Shared,
  }),
  'payouts.cancel': act({
    reach: { people: 'one', money: 'payout', trust: 'none' },
    undo: { none: 'nextPayout' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      id,
      reason: Reason,
      notSent: Type.Optional(Flag),
      files: Type.Optional(Names('NAME,NAME', { holds: 'shop', rows: 'files' })),
    }),
    output: Type.Object({ amount: Sum, look: Maybe(Type.String()) }),
  }),
}

export const termsActions = {
  'terms.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({}),
    output: Type.Object({
      versions: Rows(Type.Object({ version: Type.Integer(), since: Type.String(), by: Type.String(), at: Moment() })),
      terms: Type.Unsafe<unknown>({}),
    }),
  }),
  'terms.publish': edit({
    reach: { people: 'everyone', money: 'earnings', trust: 'none' },
    undo: { itself: true, stays: 'terms' },
    role: 'owner',
    stepUp: 'money',
    edits: [],
    input: Input({ file: TextFile() }),
    output: Type.Object({ version: Type.Integer(), since: Type.String(), changes: Type.Array(Said()) }),
  }),
}
