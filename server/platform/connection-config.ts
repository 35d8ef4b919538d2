import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { connectionFields, type ConnectionField, type ConnectionId } from '#shared/connections.ts'
import { routedProviders, type RoutedProvider } from '#shared/providers.ts'
import { readAliyun, readMail, readTwilio, type Config } from './config.ts'
import { readCryptoForm } from './crypto-form.ts'
import { readAccount } from './payment-config.ts'
import { demoMarker, keysDir, SettingsReader, type CodedFault, type ReadFile } from './read-setting.ts'

type Values = Readonly<Record<string, string>>
type Place = Pick<Config, 'environment' | 'dataDir'>

export const isPaymentConnection = (id: ConnectionId): id is RoutedProvider => routedProviders.some((own) => own === id)

/** Merchant ids of the simulated payment providers. APP_ENV=PROD refuses them, as it refuses the demo's key files. */
export const simulatorIds = [
  '2026000000000001',
  '2088000000000001',
  'wx2026000000000001',
  '1900000001',
  '777290058110001',
] as const

/** Splits a field that holds several keys: PEM blocks one after the other, or shared keys one per line. */
function partsOf({ name, kind }: ConnectionField, text: string): string[] {
  if (text.includes('-----BEGIN') && kind === 'publicKey')
    return text.split(/(?=-----BEGIN)/).filter((part) => part.trim() !== '')
  return name.endsWith('_KEY_FILE') && name.startsWith('EPAY') && kind === 'secret' ? text.trim().split(/\s+/) : [text]
}

type Read = { readonly account: object | null; readonly faults: readonly CodedFault[] }

/** Reads a connection from keys entered in the console, by the same rules as from the environment. */
export function readConnection(id: ConnectionId, given: Values, { environment, dataDir }: Place): Read {
  const fields = connectionFields[id]
  const values = Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== ''))
  if (id === 'crypto') return readCryptoForm(values, environment === 'PROD')
  const texts = new Map<string, string>()
  const env: Record<string, string> = { APP_ENV: environment }
  for (const each of fields) {
    const text = values[each.name]
    if (text === undefined) continue
    if (!each.name.endsWith('_FILE')) env[each.name] = text.trim()
    else
      env[each.name] = partsOf(each, text)
        .map((part, index) => {
          const place = `${each.name}.${index}`
          texts.set(place, part)
          return place
        })
        .join(',')
  }
  const readFile: ReadFile = (_name, place) => texts.get(place) ?? ''
  const settings = new SettingsReader(env, readFile)
  settings.requireNeeded()
  const account = accountOf(settings, id)
  const missing = fields.filter(({ name, isOptional }) => !isOptional && values[name] === undefined)
  const faults = [
    ...missing.map(({ name }) => ({ setting: name, code: 'missing' as const })),
    ...settings.coded.filter(({ setting }) => fields.some(({ name }) => name === setting)),
    ...(environment === 'PROD' ? demoFaults(fields, values, dataDir) : []),
  ]
  const known = new Set<string>()
  const once = faults.filter(({ setting }) => !known.has(setting) && known.add(setting))
  return once.length > 0 ? { account: null, faults: once } : { account, faults: [] }
}

function accountOf(settings: SettingsReader, id: Exclude<ConnectionId, 'crypto'>): object | null {
  if (id === 'mail') return readMail(settings)
  if (id === 'aliyun') return readAliyun(settings)
  return id === 'twilio' ? readTwilio(settings) : readAccount(settings, id)
}

const bare = (text: string): string => text.replaceAll(/\s/g, '')

function demoFaults(fields: readonly ConnectionField[], values: Values, dataDir: string): CodedFault[] {
  const folder = keysDir(dataDir)
  const demo = existsSync(path.join(folder, demoMarker))
    ? readdirSync(folder)
        .filter((file) => /[.](?:pem|key)$/.test(file))
        .map((file) => bare(readFileSync(path.join(folder, file), 'utf8')))
    : []
  return fields
    .filter(({ name }) => {
      const text = values[name] ?? ''
      return simulatorIds.some((own) => own === text.trim()) || (text !== '' && demo.includes(bare(text)))
    })
    .map(({ name }) => ({ setting: name, code: 'demo' as const }))
}
