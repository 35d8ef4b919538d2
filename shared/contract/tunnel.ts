import Type from 'typebox'
import { Body, call, Instant, Nullable } from './call.ts'

const LinkId = Type.String({ minLength: 1, maxLength: 64, description: 'As the list of links gives it' })
const Url = Type.String({ description: 'For an app; to have it is to use the service as this person' })

/** Plans with at least one server. A subscription link for any other plan would lead nowhere. */
export const ServedPlans = Type.Object(
  { trial: Type.Boolean(), paid: Type.Boolean() },
  { description: 'For which plans there is anything behind a link' },
)

export const tunnelCalls = {
  '/api/user/user_tunnel_links': call({
    access: 'user',
    summary: 'The links by which apps of others use the service, one for a device, and what they may use.',
    input: Body({}),
    output: Type.Object({
      state: Type.Enum(['active', 'expired', 'blocked', 'erased']),
      plan: Type.Enum(['trial', 'paid']),
      validUntil: Nullable(Instant('Until when')),
      month: Type.Object({ up: Type.Integer(), down: Type.Integer() }, { description: 'Bytes of this month, in UTC' }),
      serves: ServedPlans,
      places: Type.Object(
        { taken: Type.Integer(), limit: Type.Integer() },
        { description: 'Devices that are signed in and links, and how many there may be' },
      ),
      renews: Type.Enum(['device', 'person'], {
        description:
          'Whether a link that is renewed renews what its own device has alone, or what every device of the person has: then the others fetch theirs anew',
      }),
      links: Type.Array(
        Type.Object({
          id: Type.String({ description: 'The id of its device: removing that ends it' }),
          name: Nullable(Type.String()),
          os: Type.Integer({ description: 'iOS = 0, Android = 1, Mac = 2, Windows = 3, other = 4' }),
          url: Url,
          madeAt: Instant('When it was made'),
          fetchedAt: Nullable(Instant('When an app fetched it last, within a minute')),
        }),
      ),
    }),
  }),
  '/api/user/user_tunnel_places': call({
    access: 'user',
    summary:
      'Where the servers are that this person may use now, and how they stand; empty without a running membership.',
    input: Body({}),
    output: Type.Object({
      places: Type.Array(
        Type.Object({
          country: Type.String({ description: 'ISO 3166 code' }),
          city: Nullable(Type.Object({ en: Type.String(), 'zh-CN': Type.String() })),
          isUp: Type.Boolean({ description: 'A server there has called in the last five minutes' }),
          load: Nullable(Type.Enum(['low', 'medium', 'high'], { description: 'Null: none of them reported it' })),
        }),
      ),
    }),
  }),
  '/api/user/user_add_tunnel_link': call({
    access: 'user',
    summary: 'Makes a link for one more device, which takes its place.',
    input: Body({
      name: Type.String({ minLength: 1, maxLength: 256 }),
      os: Type.Enum(['ios', 'android', 'mac', 'windows', 'other']),
    }),
    output: Type.Object({ id: Type.String(), url: Url }),
  }),
  '/api/user/user_rotate_tunnel_link': call({
    access: 'user',
    summary:
      'Puts another link in place of one, which opens nothing any more from then on; where a panel serves the person, what it gave them neither.',
    input: Body({ id: LinkId }),
    output: Type.Object({ url: Url }),
  }),
}
