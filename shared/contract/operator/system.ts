import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { errorReportDays } from '../../error-report.ts'
import { act, read } from './action.ts'
import {
  AfterId,
  Day,
  Id,
  Input,
  Live,
  Maybe,
  Moment,
  Nothing,
  OneOf,
  Page,
  Reason,
  Rows,
  Text,
  Whole,
  Said,
} from './fields.ts'
import { must } from './must.ts'

export const jobActions = {
  'jobs.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({
      status: Type.Optional(OneOf(['pending', 'running', 'dead', 'done'])),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        id: Type.String(),
        kind: Maybe(Type.String()),
        lane: Type.String(),
        attempts: Type.Integer(),
        due: Moment(),
        /** Beginning of the last error, cut to `errorLength` in `server/platform/jobs.ts`. */
        error: Maybe(Type.String()),
      }),
    ),
  }),
  'jobs.lanes': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      lanes: Rows(
        Type.Object({
          lane: Type.String(),
          waiting: Type.Integer(),
          running: Type.Integer(),
          dead: Type.Integer(),
          oldest: Said<Sentence | string>(),
          provider: Said<Sentence | string>(),
        }),
      ),
    }),
  }),
  'jobs.run': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'job' },
    role: 'finance',
    input: Input({
      job: Type.Optional(Id),
      dead: Type.Optional(Text({ hint: 'all|KIND' })),
    }),
    output: Type.Object({ what: Type.String(), count: Live(Type.Integer()) }),
  }),
  'jobs.drop': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'job' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ job: Id, reason: Reason }),
    output: Type.Object({
      job: Type.String(),
      kind: Maybe(Type.String()),
      lane: Type.String(),
      about: Type.String(),
      attempts: Type.Integer(),
      error: Maybe(Type.String()),
    }),
  }),
}

export const errorActions = {
  'errors.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({
      days: Type.Optional(Whole(1, errorReportDays)),
      side: Type.Optional(OneOf(['server', 'job', 'browser'])),
      after: Type.Optional(
        Text({
          hint: 'POSITION',
          must: must('must.ofLastPage'),
          pattern: '^[123][.][0-9]{1,16}[.][0-9a-f]{8}$',
        }),
      ),
    }),
    output: Page(
      Type.Object({
        id: Type.String(),
        side: Type.String(),
        seen: Type.Integer(),
        place: Type.String(),
        message: Type.String(),
        last: Moment(),
      }),
    ),
  }),
  'errors.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ id: Text({ hint: 'ID' }) }),
    output: Type.Object({
      side: Type.String(),
      place: Type.String(),
      seen: Type.Integer(),
      first: Moment(),
      last: Moment(),
      message: Type.String(),
      stack: Type.String(),
    }),
  }),
}

export const smsActions = {
  'sms.spent': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      budget: Type.Object({
        total: Type.Integer(),
        other: Type.Integer(),
        countries: Type.Record(Type.String(), Type.Integer()),
      }),
      days: Rows(
        Type.Object({
          day: Type.String(),
          to: Type.String(),
          messages: Type.Integer(),
          refused: Type.Integer(),
          left: Maybe(Type.Integer()),
        }),
      ),
    }),
  }),
}

export const marketingActions = {
  'marketing.export': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { none: 'handedOut' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ from: Day, until: Day }),
    output: Type.Object({ csv: Type.String({ file: 'text', fresh: true }), count: Live(Type.Integer()) }),
    saves: { file: 'csv' },
  }),
}
