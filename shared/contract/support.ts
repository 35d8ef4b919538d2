import Type from 'typebox'
import { maxImageBytes, maxSupportImages, threadStates } from '../support-limits.ts'
import { Body, call, Instant } from './call.ts'

const EntryId = (description: string) => Type.String({ maxLength: 64, description })

const ImageId = Type.String({ maxLength: 64 })
const Image = Type.Object({ id: Type.String(), width: Type.Integer(), height: Type.Integer() })

export const supportCalls = {
  '/api/user/support_write': call({
    access: 'user',
    summary:
      'Writes to support, in the caller’s thread. One that was solved within 14 days is reopened; otherwise a new one begins where none is open. The same key writes once. NotFound where no messages are taken.',
    input: Body({
      idempotencyKey: Type.String({
        pattern: '^[A-Za-z0-9_-]{16,64}$',
        description: 'Made up by the client for this message: sent again, it is not written again',
      }),
      text: Type.String({ maxLength: 20_000, description: 'Of 4,000 characters at most, in lines' }),
      images: Type.Optional(
        Type.Array(ImageId, {
          maxItems: maxSupportImages,
          description: 'Pictures of `support_add_image` that go with it; the text may be empty then',
        }),
      ),
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
          images: Type.Array(Image),
          via: Type.Enum(['account', 'mail', 'mail_unproven'], {
            description: 'How it came; unproven: by mail that is not known to be from the address of the account',
          }),
        }),
      ),
      more: Type.Boolean({ description: 'There are older ones' }),
      isOpen: Type.Boolean({ description: 'False: the conversation is solved, or there is none' }),
      state: Type.Union([Type.Enum([...threadStates]), Type.Null()], {
        description:
          'Of the last conversation. open: an answer will come; pending: answered; solved: closed, and reopened by a message within 14 days, after which a new one begins',
      }),
      unread: Type.Integer({ description: 'Answers that were not marked as read' }),
    }),
  }),
  '/api/user/support_add_image': call({
    access: 'user',
    bodyBytes: Math.ceil((maxImageBytes * 4) / 3) + 1_024,
    summary:
      'Takes a picture for a message to support: PNG, JPEG or WebP. It is encoded anew, without anything that the file says besides. One that goes with no message within a day is deleted. NotFound where no messages are taken.',
    input: Body({
      data: Type.String({
        maxLength: Math.ceil(maxImageBytes / 3) * 4 + 4,
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        description: 'The file in base64, 4 MiB at most',
      }),
    }),
    output: Image,
  }),
  '/api/user/support_image': call({
    access: 'user',
    summary: 'A picture that the caller sent to support, as WebP. NotFound for what is not the caller’s.',
    input: Body({ id: ImageId }),
    output: Type.Object({ webp: Type.String({ description: 'In base64' }) }),
  }),
  '/api/user/support_seen': call({
    access: 'user',
    summary:
      'Marks as read what was answered up to this entry. Twice is nothing. NotFound for what is not the caller’s.',
    input: Body({ id: EntryId('The newest entry that was shown') }),
    output: Type.Object({}),
  }),
}
