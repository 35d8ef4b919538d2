import Type from 'typebox'
import { Instant } from './call.ts'

/** Opaque values as an address carries them: never a name, an address or a number of a person. */
export const OpaqueValue = Type.String({ pattern: String.raw`^[\w-]{1,64}$` })

/** What an advertising network put into the address of a visit (SPEC §3). */
export const ClickParameters = {
  gclid: Type.Optional(OpaqueValue),
  wbraid: Type.Optional(OpaqueValue),
  gbraid: Type.Optional(OpaqueValue),
  vid: Type.Optional(OpaqueValue),
}

/**
 * Where someone who registers came from, as the browser kept it: in cookies after consent, else in the open tab alone.
 * `r` is a referral: an invite code, with an affiliate's campaign behind a dash (`W4YF7K2M-telegram`). `visit` is the
 * identifier that the browser drew for its visit and told `/marketing/visit`. Without consent everything but `r` is
 * dropped. Nothing here refuses a registration: what means nothing is left out.
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
