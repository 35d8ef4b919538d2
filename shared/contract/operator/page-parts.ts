import Type from 'typebox'
import { Maybe, MaybeMoment, Moment, Rows } from './fields.ts'

/** Lists on a page hold so many of the newest; of which there are more is said beside them. */
export const shownRows = 20

/** Names of the lists that go on. */
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

/** Acts of operators, by their names in the registry. */
export const ActRows = Rows(Type.Object({ id: Type.String(), at: Moment(), by: Type.String(), action: Type.String() }))

export const TunnelRows = Rows(
  Type.Object({
    provider: Type.String(),
    open: Type.Boolean(),
    /** What changed last was not told there yet. */
    behind: Type.Boolean(),
    failures: Type.Integer(),
    note: Type.String(),
  }),
)

/** Stretches of membership that stand, in the order of time; `earlier`: all before those that are told apart. */
export const SegmentRows = Rows(
  Type.Object({
    source: Type.String(),
    from: Moment(),
    to: Moment(),
    order: Maybe(Type.String()),
    group: Maybe(Type.String()),
    /** A dispute about its order waits for a decision. */
    disputed: Type.Boolean(),
  }),
)

/** Rows of the membership ledger, the newest first. */
export const TimeRows = Rows(
  Type.Object({
    id: Type.String(),
    at: Moment(),
    source: Type.String(),
    /** The order or the group that it came from. */
    order: Maybe(Type.String()),
    group: Maybe(Type.String()),
    seconds: Type.Integer(),
    expires: Moment(),
    note: Type.String(),
    /** It was taken back, or takes back another. */
    state: Type.String(),
  }),
)
