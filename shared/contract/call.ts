import { methods } from '../method.ts'
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'

/**
 * Authentication that a call requires. `public`: none, but a valid token is still read. `user`: signed-in user.
 * `register`: signed-in user, or new user with only a register token.
 */
type Access = 'public' | 'register' | 'user'

/** Definition of an API call. The table of calls is the only source for routes, types, validation and OpenAPI. */
export type Call<I extends TSchema = TSchema, O extends TSchema = TSchema> = {
  readonly access: Access
  /** True if the body carries `signature`, which proves that the request is fresh and not a replay. */
  readonly signed?: boolean
  /** True for sign-in and registration: the error `Unauthorized` then concerns the credentials, not the session. */
  readonly login?: boolean
  /** Maximum body size instead of 64 KiB. Requests without permission are rejected before the body is read. */
  readonly bodyBytes?: number
  readonly summary: string
  readonly input: I
  readonly output: O
}
export type Contract = Record<string, Call>
export type Input<C extends Call> = Static<C['input']>
export type Output<C extends Call> = Static<C['output']>

export const call = <I extends TSchema, O extends TSchema>(definition: Call<I, O>) => definition

export const Body = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })

/** Time in milliseconds since 1970, UTC: the only format of times in the customer API. */
export const Instant = (description: string) =>
  Type.Integer({ description: `${description} (ms since 1970, UTC)`, minimum: 0, maximum: 4_102_444_800_000 })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const YesNo = Type.Union([Type.Literal(0), Type.Literal(1)])
export const Currency = Type.Enum(['CNY', 'USD'])
export const Method = Type.Enum([...methods])
/** Amount in minor units (fen or cents) of the currency next to it. */
export const AmountMinor = Type.Integer({ minimum: 0 })
