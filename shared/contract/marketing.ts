import Type from 'typebox'
import { ClickParameters, OpaqueValue } from './campaign.ts'
import { Body, call, Nullable } from './call.ts'

export const marketingCalls = {
  '/marketing/visit': call({
    access: 'public',
    summary:
      'A visit that carried a campaign parameter, after consent. `visit` is drawn by the browser and kept beside the parameters; told twice it counts once.',
    input: Body({ visit: Type.Optional(OpaqueValue), r: Type.Optional(OpaqueValue), ...ClickParameters }),
    output: Type.Object({ visit: Type.String({ description: 'The one given, or a new one to keep' }) }),
  }),
  '/marketing/greeting': call({
    access: 'public',
    summary:
      'Whose link someone came by, if that affiliate wants to be named, and how long the invited may try. Keeps nothing.',
    input: Body({ r: OpaqueValue }),
    output: Type.Object({
      name: Nullable(Type.String({ description: 'Letters alone; null: no name' })),
      trialMinutes: Type.Integer({ minimum: 0 }),
    }),
  }),
  '/marketing/conversion': call({
    access: 'public',
    summary:
      'A step of such a visit that only the browser sees. Sign-ups and purchases are not told here: the server counts them itself.',
    input: Body({ visit: OpaqueValue, step: Type.Enum(['download', 'checkout', 'sign_up_form']) }),
    output: Type.Object({}),
  }),
}
export type MarketingContract = typeof marketingCalls
