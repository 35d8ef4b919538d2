import Type from 'typebox'
import { errorReportLimits as longest } from '../error-report.ts'
import { IdentifierKind } from './account.ts'
import { Body, call, Currency, Instant, Method, Nullable, YesNo } from './call.ts'

const LinkKey = Type.Enum(['blog', 'status', 'github', 'social', 'messaging', 'support'])

const ServiceState = Type.Enum(['clear', 'slow', 'down'])

export const systemCalls = {
  '/api/system/system_user_info': call({
    access: 'register',
    signed: true,
    summary: 'The signed-in user. With a register token it also answers with a full token in `pragma`.',
    input: Body({}),
    output: Type.Object({
      uid: Type.Integer(),
      accountName: Nullable(Type.String()),
      email: Nullable(Type.String()),
      phone: Nullable(Type.String()),
      registeredAt: Instant('When the account was opened'),
      expiresAt: Nullable(Instant('When the membership ends or ended; null if there was never one')),
      membershipSeconds: Type.Integer({ description: 'All the time ever granted, less what was taken back' }),
      maxDevices: Type.Integer(),
      inviteCode: Type.String(),
      inviteLink: Type.String(),
      yearlyPaidUser: YesNo,
      benefitsExpireTime: Nullable(Instant('End of the benefits')),
    }),
  }),
  '/api/system/system_client_config': call({
    access: 'public',
    signed: true,
    summary: 'What a client must know of this deployment: brand, links, currencies and methods of payment on offer.',
    input: Body({}),
    output: Type.Object({
      brand: Type.Object({ en: Type.String(), 'zh-CN': Type.String() }),
      environment: Type.Enum(['DEV', 'TEST', 'PROD']),
      releaseDate: Type.String(),
      trialMinutes: Type.Integer(),
      identifiers: Type.Array(IdentifierKind, { description: 'What one can register and sign in with here' }),
      links: Type.Array(Type.Object({ key: LinkKey, url: Type.String() })),
      methods: Type.Array(Type.Object({ method: Method, currencies: Type.Array(Currency) })),
    }),
  }),
  '/api/system/system_status': call({
    access: 'public',
    summary: 'How the service stands, as its status page says, and how long ago that was asked.',
    input: Body({}),
    output: Type.Object({
      state: Nullable(ServiceState),
      ageSeconds: Type.Integer({ minimum: 0, description: 'Since the status page was asked; 0 where it says nothing' }),
    }),
  }),
  '/api/system/system_connection': call({
    access: 'public',
    summary: 'Whether this call came through a server of the operator, and where that is. Nothing of it is kept.',
    input: Body({}),
    output: Type.Object({
      state: Type.Enum(['ours', 'other', 'local', 'unknown', 'off'], {
        description:
          'local: the address is in a private network, so nothing follows; unknown: the addresses of the servers are not all known now; off: there are no servers to compare with',
      }),
      address: Nullable(Type.String({ description: 'From which the call came' })),
      place: Nullable(
        Type.Object(
          {
            country: Type.String({ description: 'ISO 3166 code' }),
            city: Nullable(Type.Object({ en: Type.String(), 'zh-CN': Type.String() })),
          },
          { description: 'Of the server; null where its operator names none' },
        ),
      ),
    }),
  }),
  '/api/system/system_client_error': call({
    access: 'public',
    summary: 'Tells of an error in a browser. Kept in PROD alone, cleaned of whatever may be someone’s.',
    input: Body({
      kind: Type.Enum(['error', 'rejection', 'boundary']),
      message: Type.String({ maxLength: longest.message }),
      stack: Type.String({ maxLength: longest.stack }),
      place: Type.String({ maxLength: longest.place, description: 'Path of the page, as a pattern' }),
    }),
    output: Type.Object({}),
  }),
  '/api/system/system_membership': call({
    access: 'user',
    summary: 'The ledger behind the expiry date: every grant and reversal, oldest first.',
    input: Body({}),
    output: Type.Object({
      expiresAt: Nullable(Instant('When the membership ends or ended')),
      entries: Type.Array(
        Type.Object({
          id: Type.String(),
          source: Type.Enum([
            'order',
            'group',
            'redeem',
            'invite',
            'trial',
            'bonus',
            'refund',
            'operator',
            'conversion',
            'import',
          ]),
          at: Instant('When it was granted'),
          seconds: Type.Integer({ description: 'Negative where a reversal takes time back' }),
          expiresAt: Instant('The expiry after this entry'),
          orderNumber: Nullable(Type.String()),
          productName: Nullable(Type.String()),
          note: Nullable(Type.String()),
        }),
      ),
    }),
  }),
}
