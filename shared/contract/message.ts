import Type from 'typebox'
import { noticeDays } from '#shared/notice-days.ts'
import { Body, call, Instant } from './call.ts'

const Notice = Type.Object({
  id: Type.String(),
  at: Instant('When it happened'),
  isRead: Type.Boolean(),
  isSignIn: Type.Boolean({ description: 'Of a new sign-in: its action is for a sign-in that was not yours' }),
  heading: Type.String({ description: 'In the language of the request, as all of it' }),
  text: Type.String(),
  rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  action: Type.Object({
    label: Type.String(),
    page: Type.String({ description: 'Of this site, without its language' }),
  }),
})

const timeZone = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'Where the reader lives (IANA name): days and times are those of this zone. One that is not known counts as none',
  }),
)

export const messageCalls = {
  '/api/user/user_notices': call({
    access: 'user',
    summary:
      'The newest unread notices: messages that could not be mailed, in the words of the mail. A session gets none about its own sign-in.',
    input: Body({ timeZone }),
    output: Type.Object({
      list: Type.Array(Notice),
      unread: Type.Integer({ description: 'Number of unread notices, also of those not in the list; at most 100' }),
    }),
  }),
  '/api/user/user_all_notices': call({
    access: 'user',
    summary: `All notices of the last ${noticeDays} days, read or not, newest first, in pages.`,
    input: Body({
      timeZone,
      before: Type.Optional(Type.String({ maxLength: 64, description: 'Id of the last notice of the page before' })),
    }),
    output: Type.Object({ list: Type.Array(Notice), more: Type.Boolean() }),
  }),
  '/api/user/user_read_notices': call({
    access: 'user',
    summary: 'Marks notices as read. Ids that are not of the caller change nothing.',
    input: Body({ ids: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 }) }),
    output: Type.Object({}),
  }),
  '/api/user/user_put_notice_away': call({
    access: 'user',
    summary: 'Dismisses an unread notice: from now on it is only in the list of all. Twice is nothing.',
    input: Body({ id: Type.String({ maxLength: 64 }) }),
    output: Type.Object({}),
  }),
  '/api/user/user_reminders': call({
    access: 'user',
    summary:
      'Whether the caller wants reminders; with `wanted` from now on. What is about money and safety comes always.',
    input: Body({ wanted: Type.Optional(Type.Boolean()) }),
    output: Type.Object({ wanted: Type.Boolean() }),
  }),
  '/api/user/user_news': call({
    access: 'user',
    summary: 'Whether the caller asked for news by mail, which no one gets who did not; with `wanted` from now on.',
    input: Body({ wanted: Type.Optional(Type.Boolean()) }),
    output: Type.Object({ wanted: Type.Boolean() }),
  }),
}
