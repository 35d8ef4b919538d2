import Type from 'typebox'
import { Instant } from './call.ts'

/** Opaque URL value: never a name, address or number of a person. */
export const OpaqueValue = Type.String({ pattern: String.raw`^[\w-]{1,64}$` })

/** Query parameters that advertising networks add to a visit. */
export const ClickParameters = {
  gclid: Type.Optional(OpaqueValue),
  wbraid: Type.Optional(OpaqueValue),
  gbraid: Type.Optional(OpaqueValue),
  vid: Type.Optional(OpaqueValue),
}

/**
 * Source of a registration as saved by the browser: in cookies after consent, otherwise only in the open tab. `r`:
 * invite code, for affiliates with a campaign after a dash (`W4YF7K2M-telegram`). `visit`: random id that the browser
 * also sent to `/marketing/visit`. Without consent the server uses only `r` and `followedAt`. Invalid values are
 * ignored and never reject a registration.
 */
export const CampaignOrigin = Type.Object(
  {
    r: Type.Optional(Type.String({ maxLength: 64 })),
    visit: Type.Optional(Type.String({ maxLength: 64 })),
    gclid: Type.Optional(Type.String({ maxLength: 64 })),
    wbraid: Type.Optional(Type.String({ maxLength: 64 })),
    gbraid: Type.Optional(Type.String({ maxLength: 64 })),
    vid: Type.Optional(Type.String({ maxLength: 64 })),
    followedAt: Type.Optional(Instant('Without consent: when this tab followed the link')),
    consented: Type.Boolean(),
  },
  { additionalProperties: false },
)
