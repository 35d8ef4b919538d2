import Type from 'typebox'
import { typedInviteMaxLength } from '../typed-code.ts'
import { Body, call } from './call.ts'
import { CampaignOrigin } from './campaign.ts'

/**
 * Loose limit against absurdly large bodies. The exact lengths are checked by `account-rules.ts`, whose error names the
 * field.
 */
export const TypedIdentifier = Type.String({ maxLength: 256 })
export const TypedPassword = Type.String({ maxLength: 1024 })
export const TypedCode = Type.String({ maxLength: 32, description: 'Six digits' })
export const CodeTicket = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'What the call that sent the code returned: with it the code is its asker’s own, whatever others ask for and try',
  }),
)
export const SentCode = Type.Object({
  resendAfterSeconds: Type.Integer({ description: 'When the next one may be asked for' }),
  validForSeconds: Type.Integer(),
  ticket: Type.String({ description: 'Belongs to the code; give it back with the code' }),
})
export const InviteCode = Type.String({
  maxLength: typedInviteMaxLength,
  description: 'Code, or the link that holds it',
})
export const IdentifierKind = Type.Enum(['account_name', 'email', 'phone'])
export const AddressKind = Type.Enum(['email', 'phone'])

const SignedIn = Type.Object({
  uid: Type.Integer(),
  deletionCancelled: Type.Boolean({ description: 'The account was about to be deleted, and is not any more' }),
})

export const accountCalls = {
  '/api/user/user_register_username': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'Opens an account under an account name. Returns a register token in the header `pragma`.',
    input: Body({
      accountName: TypedIdentifier,
      password: TypedPassword,
      inviteCode: Type.Optional(InviteCode),
      campaign: Type.Optional(CampaignOrigin),
      agreed: Type.Boolean(),
    }),
    output: Type.Object({ uid: Type.Integer() }),
  }),
  '/api/user/user_register_normal': call({
    access: 'public',
    signed: true,
    login: true,
    summary:
      'Opens an account under an email address or phone number that a code has confirmed. Returns a register token in `pragma`.',
    input: Body({
      kind: AddressKind,
      identifier: TypedIdentifier,
      code: TypedCode,
      ticket: CodeTicket,
      password: TypedPassword,
      inviteCode: Type.Optional(InviteCode),
      campaign: Type.Optional(CampaignOrigin),
      agreed: Type.Boolean(),
    }),
    output: Type.Object({ uid: Type.Integer() }),
  }),
  '/api/user/user_login_username': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'Signs in by account name. Returns a token in the header `pragma`.',
    input: Body({ accountName: TypedIdentifier, password: TypedPassword, agreed: Type.Boolean() }),
    output: SignedIn,
  }),
  '/api/user/user_login': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'Signs in by account name, email address or phone number. Returns a token in the header `pragma`.',
    input: Body({ kind: IdentifierKind, identifier: TypedIdentifier, password: TypedPassword, agreed: Type.Boolean() }),
    output: SignedIn,
  }),
  '/api/user/user_send_code': call({
    access: 'public',
    signed: true,
    login: true,
    summary:
      'Sends a code to an email address or phone number, to register with it or to reset a password. The answer is the same whether or not there is an account.',
    input: Body({ purpose: Type.Enum(['register', 'reset']), kind: AddressKind, identifier: TypedIdentifier }),
    output: SentCode,
  }),
  '/api/user/user_reset_password': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'Sets a new password with a code, and ends every session of the account. It signs no one in.',
    input: Body({
      kind: AddressKind,
      identifier: TypedIdentifier,
      code: TypedCode,
      ticket: CodeTicket,
      password: TypedPassword,
    }),
    output: Type.Object({}),
  }),
  '/api/user/user_logout': call({
    access: 'user',
    summary: 'Ends the session of the token that it is called with.',
    input: Body({}),
    output: Type.Object({}),
  }),
}
