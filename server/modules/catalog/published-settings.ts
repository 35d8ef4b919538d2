import Type, { type TSchema } from 'typebox'
import type { Sentence } from '#shared/sentence.ts'
import { findFileFaults } from '#server/platform/file-faults.ts'
import { Url } from '#server/platform/schema-faults.ts'
import { sentence } from '#text/sentence.ts'
import type { Settings } from './catalog.service.ts'

const exact = { additionalProperties: false } as const
const orNull = (type: TSchema) => Type.Union([type, Type.Null()])
const Text = Type.String({ minLength: 1 })
const Line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, says: sentence('allowed.characters', { most: maxLength }) })
const Count = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  says: sentence('allowed.from', { least: 1 }),
})
const Web = Url(['https:', 'http:'], { says: sentence('allowed.webUrl') })
const isLoopback = (host: string) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
/** Origin to which apps send tokens and passwords through mirrors. Requires TLS, except on a developer's machine. */
const SafeOrigin = Type.Refine(Type.String({ says: sentence('allowed.safeOrigin') }), (text) => {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
})
const Origin = Type.Refine(
  Type.String({ says: sentence('allowed.origin') }),
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text,
)

const Both = (maxLength: number) => Type.Object({ en: Line(maxLength), 'zh-CN': Line(maxLength) }, exact)

/** Settings published as `settings.json`. Affiliate terms have their own file and version. */
const schemas = {
  brand: Type.Object({ en: Text, 'zh-CN': Text }, exact),
  links: Type.Record(Type.String(), Web, exact),
  releaseDate: Type.String({
    pattern: '^\\d{4}[.-]\\d\\d[.-]\\d\\d$',
    says: sentence('allowed.day', { example: '2025.04.20' }),
  }),
  trialMinutes: Count,
  trialArmedDays: Type.Integer({ minimum: 1, maximum: 365, says: sentence('allowed.days', { least: 1, most: 365 }) }),
  refundDays: Count,
  reviewHours: orNull(Count),
  supportInbox: Type.Boolean(),
  seller: orNull(
    Type.Object(
      {
        name: Line(120),
        address: Type.Optional(Line(200)),
        taxNumber: Type.Optional(Line(60)),
        email: Type.Optional(Line(120)),
        demo: Type.Optional(Type.Boolean()),
        tax: Type.Optional(
          Type.Object(
            {
              label: Both(40),
              rateBps: Type.Integer({
                minimum: 0,
                maximum: 5_000,
                says: sentence('allowed.basisPoints', { most: 5_000 }),
              }),
            },
            exact,
          ),
        ),
      },
      exact,
    ),
  ),
  proof: orNull(
    Type.Object(
      {
        company: Type.Optional(Type.Object({ name: Line(40), place: Both(60), url: Web }, exact)),
        audit: Type.Optional(
          Type.Object(
            {
              by: Line(40),
              month: Type.String({
                pattern: '^20\\d\\d-(?:0[1-9]|1[0-2])$',
                says: sentence('allowed.month', { example: '2026-05' }),
              }),
              url: Web,
            },
            exact,
          ),
        ),
        protocol: Type.Optional(Type.Object({ name: Line(30), note: Both(60), url: Web }, exact)),
        source: Type.Optional(Type.Object({ note: Both(60), url: Web }, exact)),
        status: Type.Optional(Type.Object({ url: Web, feed: Type.Optional(Web) }, exact)),
        demo: Type.Optional(Type.Boolean()),
      },
      exact,
    ),
  ),
  campaign: orNull(
    Type.Object(
      {
        parameters: Type.Array(Type.String({ pattern: '^[\\w-]+$', says: sentence('allowed.parameter') })),
        asks: Type.Boolean(),
        days: Count,
        cookieDomain: orNull(
          Type.String({ pattern: '^(?:parent|\\.[a-z0-9.-]+)$', says: sentence('allowed.cookieDomain') }),
        ),
        marketingOrigin: orNull(Origin),
      },
      exact,
    ),
  ),
  chat: orNull(Type.Object({ url: Web, hosts: Type.Array(Text) }, exact)),
  affiliateContact: orNull(
    Type.Object(
      {
        label: Line(60),
        url: Web,
        demo: Type.Boolean(),
      },
      exact,
    ),
  ),
  adsCrawlers: Type.Array(
    Type.String({
      pattern: '^[\\w ./-]{4,}$',
      says: sentence('allowed.crawler'),
    }),
  ),
  notice: orNull(
    Type.Object(
      {
        ...Both(200).properties,
        until: Type.Optional(
          Type.Refine(
            Type.String({ says: sentence('allowed.moment', { example: '2026-12-31T08:00:00.000Z' }) }),
            (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
          ),
        ),
      },
      exact,
    ),
  ),
  mirrors: Type.Object(
    {
      origins: Type.Array(SafeOrigin),
      hosts: Type.Array(SafeOrigin),
      manifestUrls: Type.Array(Url(['https:'], { says: sentence('allowed.secureUrl') })),
      manifestKey: orNull(Text),
    },
    exact,
  ),
} as const

export const publishedSettings = Object.keys(schemas) as (keyof typeof schemas)[]
export type PublishedSettings = Partial<Record<keyof typeof schemas, unknown>>

/** Reasons why a value is invalid for a setting. An unknown name is an error, because it is usually a typo. */
export function findSettingFaults(name: string, value: unknown): Sentence[] {
  if (!Object.hasOwn(schemas, name)) return [sentence('fault.noSetting', { name, names: publishedSettings.join(', ') })]
  return findFileFaults(
    schemas[name as keyof typeof schemas],
    value,
    (place) => `${name}${place.startsWith('[') || place === '' ? '' : '.'}${place}`,
  )
}

export function describeSettings(settings: Settings): PublishedSettings {
  const links = Object.fromEntries(settings.links.map(({ key, url }) => [key, url]))
  return Object.fromEntries(publishedSettings.map((name) => [name, name === 'links' ? links : settings[name]]))
}
