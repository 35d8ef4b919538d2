import Type from 'typebox'
import { Body, call, Instant } from './call.ts'

const EntryId = (description: string) => Type.String({ maxLength: 64, description })

export const supportCalls = {
  '/api/user/support_write': call({
    access: 'user',
    summary:
      'Writes to support, in the caller’s thread; a new one begins where none is open. The same key writes once. NotFound where no messages are taken.',
    input: Body({
      idempotencyKey: Type.String({
        pattern: '^[A-Za-z0-9_-]{16,64}$',
        description: 'Made up by the client for this message: sent again, it is not written again',
      }),
      text: Type.String({ maxLength: 20_000, description: 'Of 4,000 characters at most, in lines' }),
    }),
    output: Type.Object({ id: Type.String() }),
  }),
  '/api/user/support_thread': call({
    access: 'user',
    summary:
      'What the caller wrote to support and was answered, the newest first. NotFound where no messages are taken.',
    input: Body({ before: Type.Optional(EntryId('Goes on before this entry')) }),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Type.String(),
          from: Type.Enum(['customer', 'operator']),
          at: Instant('When it was written'),
          text: Type.String(),
        }),
      ),
      more: Type.Boolean({ description: 'There are older ones' }),
      isOpen: Type.Boolean({ description: 'False: what is written next begins anew' }),
      unread: Type.Integer({ description: 'Answers that were not marked as read' }),
    }),
  }),
  '/api/user/support_seen': call({
    access: 'user',
    summary:
      'Marks as read what was answered up to this entry. Twice is nothing. NotFound for what is not the caller’s.',
    input: Body({ id: EntryId('The newest entry that was shown') }),
    output: Type.Object({}),
  }),
}
