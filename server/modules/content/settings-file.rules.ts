/** Why a value cannot be what a setting holds; null if it can. Unknown names are faults: a slip of the finger, mostly. */
export function findSettingFault(name: string, value: unknown): string | null {
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined
  if (!check) return `${name} is no setting; there are ${Object.keys(checks).join(', ')}`
  return check(value) ? null : `${name} does not look as it should; see content/README.md`
}

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string' && value !== ''
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) > 0
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isWeb: Check = (value) =>
  typeof value === 'string' && URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
const isOrigin: Check = (value) => isWeb(value) && new URL(value as string).origin === value
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
/** Exactly these fields, each as it should be. */
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) &&
    Object.keys(value).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, check]) => check(value[name]))

const checks: Readonly<Record<string, Check>> = {
  brand: shape({ en: isText, 'zh-CN': isText }),
  links: (value) => isRecord(value) && Object.values(value).every(isWeb),
  releaseDate: (value) => typeof value === 'string' && /^\d{4}[.-]\d\d[.-]\d\d$/.test(value),
  trialMinutes: isCount,
  refundDays: isCount,
  campaign: orNull(
    shape({
      parameters: listOf((value) => typeof value === 'string' && /^[\w-]+$/.test(value)),
      asks: (value) => typeof value === 'boolean',
      days: isCount,
      cookieDomain: orNull((value) => typeof value === 'string' && /^(?:parent|\.[a-z0-9.-]+)$/.test(value)),
      marketingOrigin: orNull(isOrigin),
    }),
  ),
  affiliateContact: orNull(
    shape({
      label: (value) => isText(value) && (value as string).length <= 60,
      url: isWeb,
      demo: (value) => typeof value === 'boolean',
    }),
  ),
  chat: orNull(shape({ url: isWeb, hosts: listOf(isText) })),
  adsCrawlers: listOf((value) => typeof value === 'string' && /^[\w ./-]{4,}$/.test(value)),
  mirrors: shape({
    origins: listOf(isOrigin),
    hosts: listOf(isOrigin),
    manifestUrls: listOf(isWeb),
    manifestKey: orNull(isText),
  }),
}
