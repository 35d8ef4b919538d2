import Type from 'typebox'
import { EarlierOrders } from './earlier-orders.ts'
import { InviteCode, TypedIdentifier } from './account.ts'
import { CampaignOrigin } from './campaign.ts'
import { AmountMinor, Body, call, Currency, Instant, Nullable } from './call.ts'
import { Trial } from './device.ts'

const Password = Type.String({ maxLength: 1024 })
const Typed = Type.String({ maxLength: 64 })
const proof = {
  password: Password,
  code: Type.Optional(Typed),
  recoveryCode: Type.Optional(Typed),
}
const SignedIn = Type.Object({
  uid: Type.Integer(),
  deletionCancelled: Type.Boolean({ description: 'The account was about to be deleted; this sign-in kept it' }),
})
const Id = Type.String({ minLength: 1, maxLength: 64 })
const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once; each opens one door, once' }),
})

const Binary = Type.String({ maxLength: 16_384 })
const CredentialRef = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})
const AssertionResponse = Body({
  id: Binary,
  rawId: Binary,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Enum(['platform', 'cross-platform'])),
  response: Body({
    clientDataJSON: Binary,
    authenticatorData: Binary,
    signature: Binary,
    userHandle: Type.Optional(Binary),
  }),
  clientExtensionResults: Body({}),
})
const AttestationResponse = Body({
  id: Binary,
  rawId: Binary,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Enum(['platform', 'cross-platform'])),
  response: Body({
    clientDataJSON: Binary,
    attestationObject: Binary,
    transports: Type.Optional(
      Type.Array(Type.Enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']), { maxItems: 8 }),
    ),
  }),
  clientExtensionResults: Body({}),
})

const CreationOptions = Type.Object({
  challenge: Type.String(),
  timeout: Type.Integer(),
  rp: Type.Object({ name: Type.String(), id: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  excludeCredentials: Type.Array(CredentialRef),
  authenticatorSelection: Type.Object({
    residentKey: Type.String(),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.String(),
  }),
  attestation: Type.String(),
})

export const securityCalls = {
  '/api/user/user_security': call({
    access: 'user',
    summary: 'Which ways into the account there are.',
    input: Body({}),
    output: Type.Object({
      password: Type.Boolean({ description: 'False for an account without a name, and for one that a passkey opened' }),
      totp: Type.Boolean({ description: 'An authenticator app is asked at every sign-in' }),
      recoveryCodesLeft: Type.Integer(),
      recoveryCodesMadeAt: Nullable(Instant('When the codes were made')),
      passkeys: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          createdAt: Instant('When it was set up'),
          lastUsedAt: Nullable(Instant('When it last signed in')),
        }),
      ),
    }),
  }),
  '/api/user/user_totp_begin': call({
    access: 'user',
    summary: 'A secret for an authenticator app. It counts once user_totp_confirm has seen a code.',
    input: Body({ password: Password }),
    output: Type.Object({ secret: Type.String(), uri: Type.String({ description: 'otpauth://, for a QR code' }) }),
  }),
  '/api/user/user_totp_confirm': call({
    access: 'user',
    summary: 'Turns the authenticator app on and answers ten new recovery codes.',
    input: Body({ code: Typed }),
    output: RecoveryCodes,
  }),
  '/api/user/user_totp_disable': call({
    access: 'user',
    summary: 'Turns the authenticator app off; needs the password and a code or recovery code.',
    input: Body(proof),
    output: Type.Object({}),
  }),
  '/api/user/user_recovery_codes': call({
    access: 'user',
    summary: 'Ten new recovery codes. The old ones stop working.',
    input: Body(proof),
    output: RecoveryCodes,
  }),
  '/api/user/user_reset_with_recovery_code': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'Sets a new password with a recovery code and ends all sessions.',
    input: Body({
      kind: Type.Enum(['account_name', 'email', 'phone']),
      identifier: Type.String({ maxLength: 256 }),
      recoveryCode: Typed,
      password: Password,
    }),
    output: Type.Object({}),
  }),
  '/api/user/user_login_second_factor': call({
    access: 'public',
    signed: true,
    login: true,
    summary:
      'Goes on with a sign-in that answered `SecondFactorRequired`, by a code or a recovery code. Returns a token in the header `pragma`.',
    input: Body({
      challenge: Type.String({ minLength: 1, maxLength: 128 }),
      code: Type.Optional(Typed),
      recoveryCode: Type.Optional(Typed),
    }),
    output: SignedIn,
  }),
  '/api/user/user_passkey_options': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'For navigator.credentials.get(): sign in with a passkey of this site.',
    input: Body({}),
    output: Type.Object({
      challenge: Type.String(),
      timeout: Type.Integer(),
      rpId: Type.String(),
      userVerification: Type.String(),
    }),
  }),
  '/api/user/user_login_passkey': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'Signs in with a passkey: no name, no password. Returns a token in the header `pragma`.',
    input: Body({ response: AssertionResponse }),
    output: SignedIn,
  }),
  '/api/user/user_register_passkey_options': call({
    access: 'public',
    signed: true,
    login: true,
    summary: 'For navigator.credentials.create(): a passkey for an account that user_register_passkey opens.',
    input: Body({ accountName: TypedIdentifier }),
    output: CreationOptions,
  }),
  '/api/user/user_register_passkey': call({
    access: 'public',
    signed: true,
    login: true,
    summary:
      'Opens an account under an account name that the passkey alone opens: it has no password. Returns a register token in the header `pragma`.',
    input: Body({
      accountName: TypedIdentifier,
      inviteCode: Type.Optional(InviteCode),
      campaign: Type.Optional(CampaignOrigin),
      agreed: Type.Boolean(),
      passkeyName: Type.String({ minLength: 1, maxLength: 40 }),
      response: AttestationResponse,
    }),
    output: Type.Object({ uid: Type.Integer() }),
  }),
  '/api/user/user_passkey_register_options': call({
    access: 'user',
    summary: 'For navigator.credentials.create(): set up a passkey.',
    input: Body(proof),
    output: CreationOptions,
  }),
  '/api/user/user_passkey_register': call({
    access: 'user',
    summary: 'Keeps the passkey that the browser made, under a name.',
    input: Body({ name: Type.String({ maxLength: 256 }), response: AttestationResponse }),
    output: Type.Object({ id: Type.String() }),
  }),
  '/api/user/user_passkey_remove': call({
    access: 'user',
    summary: 'Removes a passkey.',
    input: Body({ id: Id, ...proof }),
    output: Type.Object({}),
  }),
  '/api/user/user_delete_account': call({
    access: 'user',
    summary:
      'Signs out everywhere and erases the account in seven days, unless someone signs in before. An open payout is made first. An account that has no password yet takes its device secret instead, or a session that began within ten minutes.',
    input: Body({
      ...proof,
      password: Type.Optional(Password),
      deviceSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    }),
    output: Type.Object({ eraseAt: Instant('When the account is erased') }),
  }),
  '/api/user/user_export_data': call({
    access: 'user',
    summary: 'Everything that is kept about the caller; five times a day at most.',
    input: Body({}),
    output: Type.Object({
      exportedAt: Instant('When this was put together'),
      account: Type.Object({
        uid: Type.Integer(),
        accountName: Nullable(Type.String()),
        email: Nullable(Type.String()),
        phone: Nullable(Type.String()),
        language: Type.String(),
        registeredAt: Instant('When the account was opened'),
        inviteCode: Type.String(),
        former: Type.Array(Type.Object({ value: Type.String(), until: Instant('When it was changed') })),
        wantsReminders: Type.Boolean(),
        newsSince: Nullable(Instant('Since when news is wanted; null: it is not')),
        block: Nullable(Type.Object({ since: Instant('Of the block'), told: Nullable(Type.String()) })),
      }),
      messages: Type.Array(Type.Object({ kind: Type.String(), at: Instant('When it happened'), state: Type.String() })),
      support: Type.Array(
        Type.Object({
          from: Type.String(),
          at: Instant('When it was written'),
          text: Type.String(),
          images: Type.Array(Type.String()),
        }),
      ),
      pictures: Type.String({ description: 'How the pictures in the threads are had' }),
      membership: Type.Object({
        expiresAt: Nullable(Instant('When the membership ends or ended')),
        entries: Type.Array(
          Type.Object({
            source: Type.String(),
            at: Instant('When it was granted'),
            seconds: Type.Integer(),
            expiresAt: Instant('The expiry after this entry'),
            note: Nullable(Type.String()),
          }),
        ),
        trial: Trial,
      }),
      orders: Type.Array(
        Type.Object({
          number: Type.String(),
          date: Instant('When the order was made'),
          productName: Type.String(),
          amountMinor: AmountMinor,
          currency: Currency,
          method: Type.String(),
          status: Type.String(),
          paidAt: Nullable(Instant('When the payment was verified')),
        }),
      ),
      earlierOrders: EarlierOrders,
      paymentNotices: Type.Array(
        Type.Object({
          orderNumber: Type.String(),
          provider: Type.String(),
          at: Instant('When the provider told us of the payment'),
          isKept: Type.Boolean({ description: 'Whether what it sent is still kept, sealed; ask support to read it' }),
        }),
      ),
      groups: Type.Array(
        Type.Object({
          group: Type.String(),
          productName: Type.String(),
          size: Type.Integer(),
          status: Type.String(),
          startedAt: Instant('When it was started'),
          isCreator: Type.Boolean(),
          seat: Nullable(Type.Integer()),
          removed: Type.Boolean({ description: 'Whether an operator took the seat away' }),
        }),
      ),
      devices: Type.Array(
        Type.Object({
          deviceId: Type.String(),
          os: Type.String(),
          osVersion: Nullable(Type.String()),
          name: Nullable(Type.String()),
          registeredAt: Instant('When it was first signed in'),
          lastUsedAt: Instant('When it was last signed in'),
        }),
      ),
      traffic: Type.Array(Type.Object({ day: Type.String(), up: Type.Integer(), down: Type.Integer() })),
      sessions: Type.Array(
        Type.Object({
          platform: Type.String(),
          deviceId: Type.String(),
          browser: Nullable(Type.String()),
          system: Nullable(Type.String()),
          startedAt: Instant('When it began'),
          lastSeenAt: Instant('When it was last used'),
        }),
      ),
      signIns: Type.Array(
        Type.Object({
          at: Instant('When it happened'),
          platform: Type.String(),
          method: Type.String(),
          result: Type.String(),
          network: Type.String({ description: 'A range that thousands share' }),
        }),
      ),
      inviting: Type.Object({
        broughtAt: Nullable(Instant('When the caller signed up through someone')),
        invited: Type.Integer(),
        click: Nullable(Type.Object({ at: Instant('When it was kept'), values: Type.Array(Type.String()) })),
        applications: Type.Array(
          Type.Object({
            at: Instant('When it was sent'),
            channel: Type.String(),
            audience: Type.String(),
            message: Type.String(),
            contact: Type.String(),
            state: Type.String(),
            reason: Nullable(Type.String()),
          }),
        ),
        payoutAddress: Nullable(Type.String()),
        greetingName: Nullable(Type.String()),
        links: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), destination: Type.String() })),
        settlements: Type.Array(
          Type.Object({
            period: Type.String(),
            amountMinor: AmountMinor,
            currency: Type.String(),
            state: Type.String(),
            address: Nullable(Type.String()),
            transactionHash: Nullable(Type.String()),
          }),
        ),
      }),
      benefits: Type.Array(
        Type.Object({
          kind: Type.String(),
          account: Type.String(),
          link: Type.String(),
          assignedAt: Nullable(Instant('When it became theirs')),
        }),
      ),
      accountChanges: Type.Array(
        Type.Object({
          kind: Type.String(),
          before: Nullable(Type.String()),
          after: Nullable(Type.String()),
          askedAt: Instant('When it was asked for'),
          dueAt: Instant('Until when it waits or waited'),
          confirmedAt: Nullable(Instant('When the new address was confirmed')),
          state: Type.String(),
          endedAt: Nullable(Instant('When it was done or given up')),
        }),
      ),
      signals: Type.Array(
        Type.Object({ kind: Type.String(), goneAt: Nullable(Instant('Since when the account has it no more')) }),
      ),
      findings: Type.Array(
        Type.Object({
          rule: Type.String(),
          at: Instant('When it was seen'),
          state: Type.String({ description: 'open: a person has yet to decide; released or voided' }),
          decidedAt: Nullable(Instant('When a person decided')),
        }),
      ),
      security: Type.Object({
        totp: Type.Boolean(),
        recoveryCodesLeft: Type.Integer(),
        passkeys: Type.Array(Type.Object({ name: Type.String(), createdAt: Instant('When it was set up') })),
      }),
    }),
  }),
}
