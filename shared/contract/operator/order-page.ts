import Type from 'typebox'
import { read } from './action.ts'
import { InBoth, Input, Maybe, MaybeMoment, Moment, OneOf, Order, Rows, StatedSum, Sum } from './fields.ts'
import { ActRows, MoreOf, NoteRows, TimeRows, TunnelRows } from './page-parts.ts'

/** Stages of an order from payment to a working app. The first stage that is not `done` shows how far the order got. */
export const stageNames = ['money', 'time', 'tunnels', 'app'] as const
export const stageStates = ['done', 'waits', 'missing', 'back', 'over'] as const

export const orderPageActions = {
  'orders.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ order: Order }),
    output: Type.Object({
      number: Type.String(),
      id: Type.String(),
      user: Type.Integer(),
      name: Type.String(),
      product: InBoth,
      months: Type.Integer(),
      maxDevices: Type.Integer(),
      method: Type.String(),
      price: Sum,
      discount: Sum,
      total: Sum,
      came: Sum,
      gone: Sum,
      kept: Sum,
      promo: Maybe(Type.String()),
      group: Maybe(Type.String()),
      seats: Type.Integer(),
      status: Type.String(),
      outcome: Type.String(),
      isTest: Type.Boolean(),
      made: Moment(),
      payableUntil: Moment(),
      paid: MaybeMoment(),
      memberUntil: MaybeMoment(),
      blocked: MaybeMoment(),
      devices: Type.Integer(),
      maxDevicesNow: Type.Integer(),
      stages: Rows(
        Type.Object({
          stage: OneOf(stageNames),
          state: OneOf(stageStates),
          at: MaybeMoment(),
        }),
      ),
      attempts: Rows(
        Type.Object({
          id: Type.String(),
          provider: Type.String(),
          method: Type.String(),
          sum: StatedSum,
          status: Type.String(),
          made: Moment(),
          ends: Moment(),
        }),
      ),
      facts: Rows(
        Type.Object({
          at: Moment(),
          provider: Type.String(),
          kind: Type.String(),
          transaction: Type.String(),
          sum: StatedSum,
          source: Type.String(),
          attempt: Type.String(),
        }),
      ),
      transfers: Rows(
        Type.Object({ at: Moment(), network: Type.String(), hash: Type.String(), status: Type.String() }),
      ),
      refunds: Rows(
        Type.Object({
          id: Type.String(),
          sum: StatedSum,
          reason: Type.String(),
          status: Type.String(),
          asked: Moment(),
          settled: MaybeMoment(),
        }),
      ),
      reviews: Rows(
        Type.Object({
          id: Type.String(),
          reason: Type.String(),
          since: Moment(),
          decided: MaybeMoment(),
          decision: Type.String(),
          by: Type.String(),
        }),
      ),
      ledger: Rows(
        Type.Object({
          at: Moment(),
          source: Type.String(),
          debit: Type.String(),
          credit: Type.String(),
          sum: StatedSum,
        }),
      ),
      commissions: Rows(
        Type.Object({
          affiliate: Maybe(Type.Integer()),
          amount: Sum,
          rate: Type.String(),
          booked: Moment(),
          heldUntil: Moment(),
          reserve: Sum,
          reserveUntil: MaybeMoment(),
          review: Type.String(),
        }),
      ),
      time: TimeRows,
      tunnels: TunnelRows,
      way: Rows(
        Type.Object({
          at: Moment(),
          kind: OneOf([
            'status',
            'attempt',
            'fact',
            'transfer',
            'refund',
            'review',
            'time',
            'commission',
            'act',
            'note',
          ]),
          what: Type.String(),
          by: Type.String(),
          sum: Maybe(StatedSum),
          seconds: Maybe(Type.Integer()),
        }),
      ),
      notes: NoteRows,
      acts: ActRows,
      more: MoreOf,
    }),
  }),
}
