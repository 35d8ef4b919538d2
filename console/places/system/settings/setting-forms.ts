import type { SettingName } from '#shared/setting-names.ts'

/**
 * Description of the form for a setting's value. `lines`: a list, one entry per line. `percent`: basis points, typed as
 * percent. `group`: fields of an object; an `optional` one can be switched off, which removes it (null for a whole
 * setting).
 */
export type FormNode =
  | { readonly kind: 'line' | 'url' | 'day' | 'month' | 'moment' | 'key'; readonly optional?: boolean }
  | { readonly kind: 'count' | 'percent'; readonly optional?: boolean }
  | { readonly kind: 'flag' | 'lines'; readonly optional?: boolean }
  | { readonly kind: 'group'; readonly fields: Readonly<Record<string, FormNode>>; readonly optional?: boolean }

const line = { kind: 'line' } as const
const url = { kind: 'url' } as const
const maybeUrl = { kind: 'url', optional: true } as const
const lines = { kind: 'lines' } as const
const count = { kind: 'count' } as const
const flag = { kind: 'flag' } as const
const group = (fields: Readonly<Record<string, FormNode>>) => ({ kind: 'group', fields }) as const
const maybe = <N extends FormNode>(node: N) => ({ ...node, optional: true }) as const
const both = group({ en: line, 'zh-CN': line })

/** Forms of the settings. A test compares them with the schema that the server checks. */
export const settingForms: Readonly<Record<SettingName, FormNode>> = {
  brand: both,
  look: group({ main: line, accent: line, corners: line }),
  mark: maybe(group({ kind: line, data: { kind: 'key' } })),
  pageTexts: group({}),
  links: group({
    blog: maybeUrl,
    status: maybeUrl,
    github: maybeUrl,
    social: maybeUrl,
    messaging: maybeUrl,
    support: maybeUrl,
  }),
  releaseDate: { kind: 'day' },
  trialMinutes: count,
  trialArmedDays: count,
  refundDays: count,
  reviewHours: maybe(count),
  supportInbox: flag,
  closedText: maybe(both),
  seller: maybe(
    group({
      name: line,
      address: maybe(line),
      taxNumber: maybe(line),
      email: maybe(line),
      tax: maybe(group({ label: both, rateBps: { kind: 'percent' } })),
      demo: maybe(flag),
    }),
  ),
  proof: maybe(
    group({
      company: maybe(group({ name: line, place: both, url })),
      audit: maybe(group({ by: line, month: { kind: 'month' }, url })),
      protocol: maybe(group({ name: line, note: both, url })),
      source: maybe(group({ note: both, url })),
      status: maybe(group({ url, feed: maybeUrl })),
      demo: maybe(flag),
    }),
  ),
  campaign: maybe(
    group({
      parameters: lines,
      asks: flag,
      days: count,
      cookieDomain: maybe(line),
      marketingOrigin: maybe(url),
    }),
  ),
  chat: maybe(group({ url, hosts: lines })),
  affiliateContact: maybe(group({ label: line, url, demo: flag })),
  adsCrawlers: lines,
  notice: maybe(group({ en: line, 'zh-CN': line, until: { kind: 'moment', optional: true } })),
  mirrors: group({ origins: lines, hosts: lines, manifestUrls: lines, manifestKey: { kind: 'key', optional: true } }),
}

/** Settings by subject, in the order of the page. The site notice has its own actions, and the brand its own page. */
export const settingGroups = {
  brand: ['brand', 'links', 'affiliateContact', 'closedText'],
  sale: ['trialMinutes', 'trialArmedDays', 'refundDays', 'reviewHours', 'supportInbox'],
  seller: ['seller'],
  trust: ['proof', 'releaseDate'],
  reach: ['campaign', 'adsCrawlers', 'chat', 'mirrors'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>

export type SettingGroup = keyof typeof settingGroups

/**
 * Fields that become null in the settings file when their value is removed. All others are then left out of the file.
 */
const nulls: ReadonlySet<string> = new Set(['campaign.cookieDomain', 'campaign.marketingOrigin', 'mirrors.manifestKey'])

/** Value of a new field before anything is typed. */
function emptyValue(node: FormNode, path: string): unknown {
  if (node.optional && node.kind !== 'flag') return nulls.has(path) ? null : undefined
  return filledValue(node, path)
}

/** Value of an optional field that was just switched on. */
export function filledValue(node: FormNode, path: string): unknown {
  if (node.kind === 'group')
    return Object.fromEntries(
      Object.entries(node.fields).flatMap(([name, each]) => {
        const value = emptyValue(each, `${path}.${name}`)
        return value === undefined || (each.kind === 'flag' && each.optional) ? [] : [[name, value]]
      }),
    )
  if (node.kind === 'lines') return []
  if (node.kind === 'flag') return false
  if (node.kind === 'count' || node.kind === 'percent') return null
  return ''
}

/** Returns `value` with one field changed; undefined as `next` removes the field. */
export function withField(value: unknown, name: string, next: unknown): Readonly<Record<string, unknown>> {
  const { [name]: _before, ...others } = (value ?? {}) as Readonly<Record<string, unknown>>
  return next === undefined ? others : { ...(value as object), [name]: next }
}

/** Value of an optional text that was cleared: null if the settings file must contain null, else undefined. */
export const clearedValue = (path: string): null | undefined => (nulls.has(path) ? null : undefined)
