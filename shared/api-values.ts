/** Yes and no as the native apps send and expect them. */
export const yesNo = (value: boolean): 0 | 1 => (value ? 1 : 0)

export const platforms = ['web', 'ios', 'android', 'mac', 'windows'] as const
/**
 * Value of the `platform` header. There are four native platforms; the browser is a fifth client with its own signing
 * key.
 */
export type Platform = (typeof platforms)[number]
export const isPlatform = (value: string | undefined): value is Platform =>
  (platforms as readonly (string | undefined)[]).includes(value)

/** Device id that the web client sends, the same for all browsers, because a browser is not a device. */
export const webDeviceId = 'web'

export type Environment = 'DEV' | 'TEST' | 'PROD'
export const apiPrefix = (environment: Environment): '/v4' | '/v4/test' => (environment === 'PROD' ? '/v4' : '/v4/test')

/** Format of a token. A `pragma` header with another value (`no-cache`) is not a token. */
export const tokenPattern = /^w[fr]_[A-Za-z0-9_-]{43}$/
export const isRegisterToken = (token: string) => token.startsWith('wr_')
