import Type from 'typebox'
import { AmountMinor, Body, call, Currency, Instant, Method, Nullable } from './call.ts'
import { Trial } from './device.ts'
import { ServedPlans } from './tunnel.ts'

export const rideCalls = {
  '/api/user/user_first_ride': call({
    access: 'user',
    summary:
      'How far someone is on the way from an account to a device that is connected: app, sign-in, time; and what was bought last.',
    input: Body({}),
    output: Type.Object({
      now: Instant('The clock by which time runs'),
      name: Nullable(Type.String({ description: 'What one signs in with; null for an account that has no name yet' })),
      hasPassword: Type.Boolean({ description: 'False: apps cannot sign in until user_make_app_password' }),
      hasWayBack: Type.Boolean({ description: 'An address or a recovery code opens the account if all else is lost' }),
      trial: Trial,
      expiresAt: Nullable(Instant('When the membership ends or ended')),
      maxDevices: Type.Integer({ description: 'Places for devices now' }),
      devices: Type.Integer({ description: 'Places that are taken' }),
      device: Nullable(
        Type.Object(
          {
            os: Type.Integer({ description: 'iOS = 0, Android = 1, Mac = 2, Windows = 3, other = 4' }),
            name: Nullable(Type.String()),
            at: Instant('When it was first signed in; by a link: when an app fetched that last'),
            byLink: Type.Boolean({ description: 'An app of others uses it, by a link' }),
          },
          { description: 'The one that was used last' },
        ),
      ),
      linksServe: ServedPlans,
      order: Nullable(
        Type.Object(
          {
            orderId: Type.String(),
            number: Type.String(),
            goodsId: Type.String(),
            productName: Type.String(),
            amountMinor: AmountMinor,
            currency: Currency,
            priceNowMinor: Nullable(
              Type.Integer({
                minimum: 0,
                description: 'What the plan costs now in that currency; null: no longer on sale',
              }),
            ),
            method: Method,
            paidAt: Instant('When the payment was verified'),
          },
          { description: 'The last that was paid' },
        ),
      ),
    }),
  }),
  '/api/user/user_make_app_password': call({
    access: 'user',
    summary:
      'A password for an account that has none, so that its apps can sign in: 16 characters or more, in this answer alone. Only in a session that began within ten minutes.',
    input: Body({}),
    output: Type.Object({ password: Type.String({ minLength: 16 }) }),
  }),
}
