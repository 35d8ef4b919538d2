import { methods } from '../method.ts'
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'

/**
 * Who may make a call.
 * `public`: anyone; a valid token is still read. `user`: a signed-in user. `register`: a signed-in user, or
 * someone who registered a moment ago and holds no more than a register token.
 */
export type Access = 'public' | 'register' | 'user'

/** One call of the API. The table of calls is the single source for routes, types, validation and OpenAPI. */
export type Call<I extends TSchema = TSchema, O extends TSchema = TSchema> = {
  readonly access: Access
  /** The body carries `signature`, which proves that the request is fresh and not a replay. */
  readonly signed?: boolean
  /** Signing in or registering: an `Unauthorized` answer is about the credentials, not the session. */
  readonly login?: boolean
  /** A body of this size at most, in place of 64 KiB; who may not make the call is refused before it is read. */
  readonly bodyBytes?: number
  readonly summary: string
  readonly input: I
  readonly output: O
}
export type Contract = Record<string, Call>
export type Input<C extends Call> = Static<C['input']>
export type Output<C extends Call> = Static<C['output']>

/** Identity; keeps the literal types of one call. */
export const call = <I extends TSchema, O extends TSchema>(definition: Call<I, O>) => definition

/** An input object: what it does not declare is removed before anyone sees it. */
export const Body = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })

/** Milliseconds since 1970, UTC: the only form in which an instant crosses the wire. */
export const Instant = (description: string) =>
  Type.Integer({ description: `${description} (ms since 1970, UTC)`, minimum: 0, maximum: 4_102_444_800_000 })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** SPEC: yes=1, no=0. */
export const YesNo = Type.Union([Type.Literal(0), Type.Literal(1)])
export const Currency = Type.Enum(['CNY', 'USD'])
export const Method = Type.Enum([...methods])
/** Minor units of the currency beside it: fen or cents. */
export const AmountMinor = Type.Integer({ minimum: 0 })
