import Type from 'typebox'
import { Body, call, Instant } from './call.ts'

export const Notice = Type.Object({
  id: Type.String(),
  at: Instant('When it happened'),
  heading: Type.String({ description: 'In the language of the request, as all of it' }),
  text: Type.String(),
  rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  action: Type.Object({
    label: Type.String(),
    page: Type.String({ description: 'Of this site, without its language' }),
  }),
})

export const messageCalls = {
  '/api/user/user_notices': call({
    access: 'user',
    summary: 'What could not be mailed to the caller, newest first: the words of the mail.',
    input: Body({
      timeZone: Type.Optional(
        Type.String({
          maxLength: 64,
          description:
            'Where the reader lives (IANA name): days and times are those of this zone. One that is not known counts as none',
        }),
      ),
    }),
    output: Type.Object({ list: Type.Array(Notice) }),
  }),
  '/api/user/user_put_notice_away': call({
    access: 'user',
    summary: 'Puts one of them away for good. Twice is nothing.',
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
