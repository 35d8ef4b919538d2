/** Wire numbers of SPEC.md §3 ↔ the names that the code speaks. */
export const yesNo = (value: boolean): 0 | 1 => (value ? 1 : 0)

export const platforms = ['web', 'ios', 'android', 'mac', 'windows'] as const
/** The `platform` header. SPEC.md names four native platforms; browsers are the fifth client, with a key of their own. */
export type Platform = (typeof platforms)[number]
export const isPlatform = (value: string | undefined): value is Platform =>
  (platforms as readonly (string | undefined)[]).includes(value)

/** The constant device id of the web client: a browser is not a device (SPEC.md §3). */
export const webDeviceId = 'web'

export type Environment = 'DEV' | 'TEST' | 'PROD'
/** Where the API lives (SPEC.md §7). */
export const apiPrefix = (environment: Environment): '/v4' | '/v4/test' => (environment === 'PROD' ? '/v4' : '/v4/test')

/** What a token looks like; a `pragma` header that is something else (`no-cache`) is not one. */
export const tokenPattern = /^w[fr]_[A-Za-z0-9_-]{43}$/
export const isRegisterToken = (token: string) => token.startsWith('wr_')
