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
    summary:
      'Lists jobs: those that wait, those that run, those that were given up (dead), or those done in the last week.',
    input: Input({
      status: Type.Optional(OneOf(['pending', 'running', 'dead', 'done'], 'Only these; pending by default')),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        id: Type.String(),
        kind: Maybe(Type.String()),
        lane: Type.String(),
        attempts: Type.Integer(),
        due: Moment(),
        error: Maybe(Type.String()),
      }),
      'No job is {status}.',
    ),
  }),
  'jobs.lanes': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Shows how the lanes of jobs stand: what waits, for how long, what runs, what was given up, and whether a provider is silent.',
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
    summary: 'Makes a waiting or dead job due now, or all dead ones; the running server or worker takes them up.',
    input: Input({
      job: Type.Optional(Id('jobs list', 'This one')),
      dead: Type.Optional(Text('All dead ones, or those of a kind', { hint: 'all|KIND' })),
    }),
    output: Type.Object({ what: Type.String(), count: Live(Type.Integer()) }),
  }),
  'jobs.drop': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'job' },
    role: 'owner',
    stepUp: 'money',
    summary: 'Gives a dead job up for good: what it was to do is never done by itself.',
    input: Input({ job: Id('jobs list', 'A dead one'), reason: Reason() }),
    output: Type.Object({
      job: Type.String(),
      kind: Maybe(Type.String()),
      lane: Type.String(),
      about: Type.String(),
      attempts: Type.Integer(),
      error: Maybe(Type.String()),
    }),
    says: [
      'Would give up {kind} ({about}), tried {attempts} times: {error}.',
      'Gave up {kind} ({about}), tried {attempts} times: {error}.',
    ],
  }),
}

export const errorActions = {
  'errors.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: `Lists what went wrong in calls, in jobs and in browsers, in this order, each the latest first. Kept for ${errorReportDays} days; only PROD reports.`,
    input: Input({
      days: Type.Optional(Whole(1, errorReportDays, 'So many days back')),
      side: Type.Optional(OneOf(['server', 'job', 'browser'], 'Only these')),
      after: Type.Optional(
        Text('Goes on after the last row of the page before', {
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
      'Nothing went wrong.',
    ),
  }),
  'errors.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Shows one error with its stack.',
    input: Input({ id: Text('As "errors list" names it', { hint: 'ID' }) }),
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
    summary:
      'Lists the SMS of the last 14 days (UTC) by calling code, how many the budget refused, and what is left of today’s.',
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
    summary:
      'Writes sign-ups and purchases that came from an advertisement as CSV, with gclid and its like, for an upload.',
    input: Input({ from: Day('The first day'), until: Day('The day after the last') }),
    output: Type.Object({ csv: Type.String({ file: 'text', fresh: true }), count: Live(Type.Integer()) }),
    says: ['Would write {count} conversions into {file}.', 'Wrote {count} conversions into {file}.'],
    saves: { file: 'csv' },
  }),
}
