import Type from 'typebox'
import { AddressKind, CodeTicket, SentCode, TypedCode, TypedIdentifier, TypedPassword } from './account.ts'
import { Body, call, Instant, Nullable } from './call.ts'

const TypedFactor = Type.String({ maxLength: 64 })
const Proof = {
  password: TypedPassword,
  code: Type.Optional(TypedFactor),
  recoveryCode: Type.Optional(TypedFactor),
}
const Platform = Type.Enum(['web', 'ios', 'android', 'mac', 'windows'])

export const identityCalls = {
  '/api/user/user_send_bind_code': call({
    access: 'user',
    signed: true,
    summary:
      'Sends a code to an address that the caller wants to bind. The answer is the same whether or not another account has it.',
    input: Body({ kind: AddressKind, identifier: TypedIdentifier }),
    output: SentCode,
  }),
  '/api/user/user_bind_identifier': call({
    access: 'user',
    signed: true,
    summary:
      'Binds an email address or phone number, in place of one of its kind. Needs the password, a code from the new one, and the second factor where there is one.',
    input: Body({
      kind: AddressKind,
      identifier: TypedIdentifier,
      code: TypedCode,
      ticket: CodeTicket,
      password: TypedPassword,
      factorCode: Type.Optional(TypedFactor),
      recoveryCode: Type.Optional(TypedFactor),
    }),
    output: Type.Object({}),
  }),
  '/api/user/user_set_account_name': call({
    access: 'user',
    signed: true,
    summary: 'Gives the account a name, or another one. Needs the password, and the second factor where there is one.',
    input: Body({ accountName: TypedIdentifier, ...Proof }),
    output: Type.Object({}),
  }),
  '/api/user/user_change_password': call({
    access: 'user',
    signed: true,
    summary:
      'Changes the password of a person who knows the old one, and has the second factor where there is one. Ends every other session.',
    input: Body({ ...Proof, newPassword: TypedPassword }),
    output: Type.Object({}),
  }),
  '/api/user/user_sessions': call({
    access: 'user',
    summary:
      'The open sessions of the account, the last used one first. There are no more than `most`: another sign-in ends the one that was used longest ago.',
    input: Body({}),
    output: Type.Object({
      most: Type.Integer({ description: 'So many can be open at once' }),
      list: Type.Array(
        Type.Object({
          sessionId: Type.String(),
          platform: Platform,
          browser: Nullable(Type.String({ description: 'As it calls itself, like Chrome; null for an app' })),
          system: Nullable(Type.String({ description: 'The same, like Windows' })),
          startedAt: Instant('When someone signed in'),
          lastSeenAt: Instant('When it was last used, to within five minutes'),
          current: Type.Boolean({ description: 'It is the one that asks' }),
        }),
      ),
    }),
  }),
  '/api/user/user_end_session': call({
    access: 'user',
    summary:
      "Ends one session and those that were opened from it. Another person's is not found, like one that never was.",
    input: Body({ sessionId: Type.String({ maxLength: 64 }) }),
    output: Type.Object({}),
  }),
  '/api/user/user_end_other_sessions': call({
    access: 'user',
    summary:
      'Ends every session but the one that asks. A session that was opened from another by a web login ends with that one, also the one that asks.',
    input: Body({}),
    output: Type.Object({}),
  }),
  '/api/user/user_sign_in_history': call({
    access: 'user',
    summary: 'The last 30 sign-ins and refused tries, newest first; of 90 days at most.',
    input: Body({}),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          at: Instant('When'),
          platform: Platform,
          method: Type.String({ description: 'account_name, email, phone, …' }),
          result: Type.Enum(['signed_in', 'refused']),
          network: Type.String({ description: 'A wide range of addresses, like 203.0.x.x; `local`; `unknown`' }),
        }),
      ),
    }),
  }),
}
