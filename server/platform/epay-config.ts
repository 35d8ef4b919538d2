import { epayGateways, type EpayGateway } from '#shared/providers.ts'
import type { Setting } from './environment.ts'
import { ConfigError, type CheckFile, type SettingsReader } from './read-setting.ts'
import { checkPrivateKey, checkPublicKey } from './rsa-keys.ts'

type EpayConfig = NonNullable<ReturnType<typeof account>>

const methods = ['alipay', 'wechat'] as const

export const readEpayAccounts = (settings: SettingsReader): Readonly<Record<EpayGateway, EpayConfig | null>> =>
  Object.fromEntries(epayGateways.map((id) => [id, account(settings, id)])) as Record<EpayGateway, EpayConfig | null>

export function account(settings: SettingsReader, id: EpayGateway) {
  const { text, values } = settings
  const prefix = id.toUpperCase() as Uppercase<EpayGateway>
  const address = values[`${prefix}_GATEWAY`]
  if (!address) return null
  return {
    gateway: gatewayAddress(address),
    pid: text(`${prefix}_PID`),
    methods: settings.attempt(() => servedMethods(`${prefix}_METHODS`, text(`${prefix}_METHODS`)), []),
    opens: values[`${prefix}_OPENS`] === 'api' ? ('api' as const) : ('page' as const),
    refunds: values[`${prefix}_REFUNDS`] === 'on',
    signing: values[`${prefix}_VERSION`] === 'V2' ? rsaKeys(settings, prefix) : md5Keys(settings, prefix),
  }
}

/**
 * Base URL of an EPay gateway. Removes the script name (such as `submit.php`) that an operator copied along, and adds a
 * missing final slash.
 */
function gatewayAddress(text: string): string {
  const url = new URL(text)
  let folder = url.pathname.replace(/(?:submit|mapi|api)\.php$/, '')
  while (folder.endsWith('/')) folder = folder.slice(0, -1)
  return `${url.origin}${folder}/`
}

function servedMethods(name: string, text: string) {
  const named = text.split(',').map((part) => part.trim())
  const served = methods.filter((method) => named.includes(method))
  if (served.length === 0 || named.length !== served.length)
    throw ConfigError.about(
      { setting: name, code: 'methods' },
      `${name} is "${text}"; it must be alipay, wechat, or both separated by a comma.`,
    )
  return served
}

/** Reads the files whose comma-separated paths a setting holds. Reports a fault if it holds no path. */
function files(settings: SettingsReader, name: Setting, check: CheckFile): string[] {
  const places = settings.text(name).split(',')
  if (places.join('') === '')
    settings.fault(`${name} is required in this configuration; see .env.example.`, { setting: name, code: 'missing' })
  return places.filter((place) => place !== '').map((place) => settings.fileAt(name, place.trim(), check))
}

function md5Keys(settings: SettingsReader, prefix: Uppercase<EpayGateway>) {
  const check: CheckFile = (key) =>
    key.trim().length >= 8 ? null : { code: 'shortKey', words: 'does not hold a key of at least 8 characters' }
  const keys = files(settings, `${prefix}_KEY_FILE`, check).map((key) => key.trim())
  return { kind: 'md5', keys, isNamed: settings.values[`${prefix}_KEY_STYLE`] === 'named' } as const
}

function rsaKeys(settings: SettingsReader, prefix: Uppercase<EpayGateway>) {
  const [privateKey = ''] = files(settings, `${prefix}_PRIVATE_KEY_FILE`, checkPrivateKey(0))
  const platformKeys = files(settings, `${prefix}_PLATFORM_KEY_FILE`, checkPublicKey)
  return { kind: 'rsa', privateKey, platformKeys } as const
}
