import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { Maybe, MaybeMoment, Moment, Rows, Said } from './fields.ts'

/** Maximum rows that a page shows of a list, newest first. `MoreOf` names the lists with more rows. */
export const shownRows = 20

export const MoreOf = Type.Array(Type.String())

export const NoteRows = Rows(
  Type.Object({
    id: Type.String(),
    at: Moment(),
    by: Type.String(),
    text: Type.String(),
    struck: MaybeMoment(),
    struckBy: Maybe(Type.String()),
  }),
)

export const ActRows = Rows(Type.Object({ id: Type.String(), at: Moment(), by: Type.String(), action: Type.String() }))

export const TunnelRows = Rows(
  Type.Object({
    provider: Type.String(),
    open: Type.Boolean(),
    behind: Type.Boolean(),
    failures: Type.Integer(),
    note: Said<Sentence | string>(),
  }),
)

/** Periods of a membership in effect, in order of time. */
export const SegmentRows = Rows(
  Type.Object({
    source: Type.String(),
    from: Moment(),
    to: Moment(),
    order: Maybe(Type.String()),
    group: Maybe(Type.String()),
    disputed: Type.Boolean(),
  }),
)

export const TimeRows = Rows(
  Type.Object({
    id: Type.String(),
    at: Moment(),
    source: Type.String(),
    order: Maybe(Type.String()),
    group: Maybe(Type.String()),
    seconds: Type.Integer(),
    expires: Moment(),
    note: Type.String(),
    state: Type.String(),
  }),
)
