import { createPublicKey } from 'node:crypto'
import Type, { type TSchema } from 'typebox'
import type { Param, Sentence } from '#shared/sentence.ts'
import { findFileFaults } from '#server/platform/file-faults.ts'
import { Url } from '#server/platform/schema-faults.ts'
import { languages } from '#shared/language.ts'
import { isBlank, listInvisibleCharacters } from '#shared/visible-text.ts'
import { sentence, type BareCode } from '#text/sentence.ts'
import { settingNames, type SettingName } from '#shared/setting-names.ts'
import { checkContrast, colourPattern, cornerSteps, type Look } from '#shared/brand-look.ts'
import type { PageTexts, SiteMark } from '#shared/site.ts'
import { pageSentences } from '#text/page-texts.ts'
import { linkKeys, type BrandKit, type Settings } from './catalog.service.ts'
import { readMarkSvg } from './mark-svg.rules.ts'

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

/** Bytes of a public key of P-256 as SPKI. A key with a compressed point has fewer, and browsers refuse it. */
const mirrorKeyBytes = 91
/**
 * Public key of `scripts/sign-mirrors.ts`. Browsers read it as base64 of SPKI, and would refuse every list for a PEM, the
 * URL form of base64, or bytes behind the key.
 */
const MirrorKey = Type.Refine(Type.String({ says: sentence('allowed.mirrorKey') }), (text) => {
  try {
    const der = Buffer.from(text, 'base64')
    const { asymmetricKeyDetails } = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const isPlain = der.length === mirrorKeyBytes && der.toString('base64') === text
    return isPlain && asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
})

const Colour = Type.String({ pattern: colourPattern.source, says: sentence('allowed.colour') })
const OneOf = (names: readonly string[]) =>
  Type.Refine(Type.String({ says: sentence('allowed.oneOf', { names: names.join(', ') }) }), (text) =>
    names.includes(text),
  )

const Both = (maxLength: number) => Type.Object({ en: Line(maxLength), 'zh-CN': Line(maxLength) }, exact)

/** List of at most `most` different entries. */
const List = (most: number, entry: TSchema) =>
  Type.Array(entry, { maxItems: most, uniqueItems: true, says: sentence('allowed.entriesOnce', { most }) })

/** Schemas of the shop's settings in the file `settings.json`. Affiliate terms have their own file and version. */
const schemas = {
  brand: Type.Object({ en: Text, 'zh-CN': Text }, exact),
  look: Type.Object({ main: Colour, accent: Colour, corners: OneOf(cornerSteps) }, exact),
  mark: orNull(
    Type.Object({ kind: OneOf(['svg', 'png']), data: Type.String({ minLength: 1, maxLength: 120_000 }) }, exact),
  ),
  pageTexts: Type.Record(Type.String(), Type.Object({ en: Type.String(), 'zh-CN': Type.String() }, exact)),
  links: Type.Object(Object.fromEntries(linkKeys.map((key) => [key, Type.Optional(Web)])), exact),
  releaseDate: Type.String({
    pattern: '^\\d{4}[.-]\\d\\d[.-]\\d\\d$',
    says: sentence('allowed.day', { example: '2025.04.20' }),
  }),
  trialMinutes: Count,
  trialArmedDays: Type.Integer({ minimum: 1, maximum: 365, says: sentence('allowed.days', { least: 1, most: 365 }) }),
  refundDays: Count,
  reviewHours: orNull(Count),
  supportInbox: Type.Boolean(),
  closedText: orNull(Both(200)),
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
        parameters: List(50, Type.String({ pattern: '^[\\w-]+$', says: sentence('allowed.parameter') })),
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
  chat: orNull(Type.Object({ url: Web, hosts: List(20, Text) }, exact)),
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
  adsCrawlers: List(
    100,
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
      origins: List(50, SafeOrigin),
      hosts: List(50, SafeOrigin),
      manifestUrls: List(20, Url(['https:'], { says: sentence('allowed.secureUrl') })),
      manifestKey: orNull(MirrorKey),
    },
    exact,
  ),
} as const satisfies Readonly<Record<SettingName, TSchema>>

export type PublishedSettings = Partial<Record<SettingName, unknown>>

/** Paths of the settings and of all their fields, such as `seller.tax.rateBps`. Lists have one path. */
export const settingPaths: readonly string[] = settingNames.flatMap((name) => pathsIn(name, schemas[name]))

function pathsIn(path: string, schema: TSchema): string[] {
  const { anyOf = [], properties = {} } = schema as { anyOf?: TSchema[]; properties?: Record<string, TSchema> }
  const inner = Object.entries(properties).flatMap(([name, each]) => pathsIn(`${path}.${name}`, each))
  return [...new Set([path, ...inner, ...anyOf.flatMap((each) => pathsIn(path, each))])]
}

/**
 * Name that operators see for a field of a setting; an item of a list has the name of the list. An unknown path is
 * returned unchanged.
 */
export function nameSetting(place: string): Sentence | string {
  const path = place.replaceAll(/\[\d+\]/g, '')
  return settingPaths.includes(path) ? sentence(`set.${path}` as BareCode) : place
}

/**
 * Reasons why a value is invalid for a setting. Unknown field names are errors, because they are mostly typing errors.
 * `nameOf`: returns the name that operators see for a path.
 */
export function findSettingFaults(
  name: string,
  value: unknown,
  nameOf: (path: string) => Param = nameSetting,
): Sentence[] {
  if (!Object.hasOwn(schemas, name)) return [sentence('fault.noSetting', { name, names: settingNames.join(', ') })]
  const faults = findFileFaults(schemas[name as keyof typeof schemas], value, (place) =>
    nameOf(`${name}${place.startsWith('[') || place === '' ? '' : '.'}${place}`),
  )
  if (faults.length > 0) return faults
  if (name === 'pageTexts') return findPageTextFaults(value as PageTexts)
  const unseen = findUnseenFaults(name, value, nameOf)
  if (unseen.length > 0) return unseen
  if (name === 'look') return findLookFaults(value as Look, nameOf)
  return name === 'mark' ? findMarkFaults(value as SiteMark | null) : []
}

/**
 * Texts with characters that pages cannot show: PostgreSQL refuses U+0000, half surrogate pairs are no characters, and
 * direction marks disguise a line.
 */
function findUnseenFaults(path: string, value: unknown, nameOf: (path: string) => Param): Sentence[] {
  if (typeof value === 'string') {
    const unseen = listUnseen(value)
    return unseen.length === 0 ? [] : [sentence('fault.unseen', { place: nameOf(path), names: unseen.join(', ') })]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    findUnseenFaults(Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`, each, nameOf),
  )
}

/** Checks contrast in the light theme only, because colours of the dark theme are adjusted until they pass. */
const findLookFaults = (look: Look, nameOf: (path: string) => Param): Sentence[] => {
  const failed = checkContrast(look).filter(({ instead }) => instead !== null)
  return (['main', 'accent'] as const).flatMap((field) => {
    const fault = failed
      .filter(({ of }) => (of === 'accent') === (field === 'accent'))
      .toSorted((a, b) => a.ratio - b.ratio)[0]
    if (!fault) return []
    const { colour, ratio, instead } = fault
    return [sentence('look.contrast', { name: nameOf(`look.${field}`), colour, ratio, instead: instead ?? '' })]
  })
}

function findMarkFaults(mark: SiteMark | null): Sentence[] {
  if (mark?.kind !== 'svg') return []
  const read = readMarkSvg(mark.data)
  return 'fault' in read ? [read.fault] : []
}

const maxSentence = 400
/** Placeholders for amounts of money. An operator's version of a sentence with a price must keep the price. */
const moneyNames = ['amount', 'price'].map((name) => `{${name}}`)

function findPageTextFaults(texts: PageTexts): Sentence[] {
  return Object.entries(texts).flatMap(([key, said]) => {
    const known = pageSentences.get(key)
    if (!known) return [sentence('pageText.key', { key })]
    const written = Object.values(said)
    if (written.some((text) => isBlank(text) || text.length > maxSentence))
      return [sentence('pageText.length', { key, most: maxSentence })]
    const unseen = [...new Set(written.flatMap(listUnseen))]
    if (unseen.length > 0) return [sentence('pageText.unseen', { key, names: unseen.join(', ') })]
    const names = ['brand', ...known.names].map((name) => `{${name}}`)
    const unknown = written
      .flatMap((text) => text.match(/\{[^{}]*\}?|\}/g) ?? [])
      .find((placeholder) => !names.includes(placeholder))
    if (unknown !== undefined)
      return [sentence('pageText.placeholder', { key, placeholder: unknown, names: names.join(', ') })]
    const missing = moneyNames.filter((name) =>
      languages.some((language) => known[language].includes(name) && !said[language].includes(name)),
    )
    return missing.length > 0 ? [sentence('pageText.needs', { key, names: missing.join(', ') })] : []
  })
}

/** Lists invisible characters of a text. Also lists halves of surrogate pairs, which are invalid on their own. */
const listUnseen = (text: string): string[] => [
  ...listInvisibleCharacters(text),
  ...new Set((text.match(/\p{Surrogate}/gu) ?? []).map((half) => `U+${half.charCodeAt(0).toString(16).toUpperCase()}`)),
]

/** Converts the settings to the form of `settings.json`, in which `links` is an object from key to URL, not a list. */
export function describeSettings(settings: Settings, kit: BrandKit): Record<SettingName, unknown> {
  const links = Object.fromEntries(settings.links.map(({ key, url }) => [key, url]))
  const all = { ...settings, ...kit, links }
  const values = settingNames.map((name) => [name, all[name]] as const)
  return Object.fromEntries(values) as Record<SettingName, unknown>
}
