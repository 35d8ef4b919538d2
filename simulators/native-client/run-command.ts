import path from 'node:path'
import { parseArgs } from 'node:util'
import { platforms } from '#shared/api-values.ts'
import { ApiClient, ClientError, readSigningKey } from './api-client.ts'
import { commands } from './commands.ts'
import { makeDevice, MemoryFile, type NativePlatform } from './device-memory.ts'

const options = {
  device: { type: 'string', default: 'phone' },
  platform: { type: 'string' },
  'device-name': { type: 'string' },
  'os-version': { type: 'string' },
  server: { type: 'string', default: 'http://localhost:3000' },
  prefix: { type: 'string', default: '/v4/test' },
  data: { type: 'string', default: './data' },
  language: { type: 'string', default: 'en' },
  name: { type: 'string' },
  password: { type: 'string' },
  invite: { type: 'string' },
  code: { type: 'string' },
  'recovery-code': { type: 'string' },
  id: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const natives = platforms.filter((platform): platform is NativePlatform => platform !== 'web')

function helpText(): string {
  const lines = Object.entries(commands).map(
    ([name, { summary, usage }]) => `  ${name.padEnd(10)}${summary}${usage ? `\n${' '.repeat(12)}${usage}` : ''}`,
  )
  return `A simulated native app. Each device remembers its id and token in a file.

npm run lab -- client COMMAND [options]

${lines.join('\n')}

  --device NAME       which simulated device: a file under DATA/native-client (phone)
  --platform NAME     of a new device: ${natives.join(', ')} (ios)
  --device-name TEXT  what it calls itself        --os-version TEXT
  --server URL        (http://localhost:3000)     --prefix PATH  (/v4/test)
  --data DIR          the server's data folder, for its demo keys (./data)
  --language en|zh    the language of its messages (en)

The first device opens an account, the second one comes along:
  npm run lab -- client register
  npm run lab -- client name --name maya.lin --password 'correct horse 42'
  npm run lab -- client login --device laptop --platform mac --name maya.lin --password 'correct horse 42'
`
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new ClientError(`${error instanceof Error ? error.message : String(error)}\nSee --help.`)
  }
}

function checkPlatform(platform: string): NativePlatform {
  const known = natives.find((name) => name === platform)
  if (!known) throw new ClientError(`--platform is "${platform}"; it must be one of ${natives.join(', ')}.`)
  return known
}

export async function runCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(args)
  const { help, ...texts } = values
  const [name = '', ...rest] = positionals
  if (help || name === '') return helpText()
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || rest.length > 0) throw new ClientError(`There is no command "${positionals.join(' ')}". See --help.`)
  if (!/^[\w.-]{1,64}$/.test(values.device)) throw new ClientError('--device must be letters, digits, dots and dashes.')
  const dataDir = path.resolve(values.data)
  const file = new MemoryFile(dataDir, values.device)
  const known = await file.read()
  if (known && values.platform && known.platform !== values.platform)
    throw new ClientError(
      `The device "${values.device}" is ${known.platform}. Choose another --device for ${values.platform}.`,
    )
  const device = known ?? makeDevice(checkPlatform(values.platform ?? 'ios'))
  const memory = {
    ...device,
    deviceName: values['device-name'] ?? device.deviceName,
    osVersion: values['os-version'] ?? device.osVersion,
  }
  const client = new ApiClient(memory, file, {
    base: values.server.replace(/\/$/, '') + values.prefix,
    language: values.language === 'zh' ? 'zh_CN' : 'en',
    signingKey: await readSigningKey(dataDir, memory.platform),
  })
  await client.remember({})
  return `${(await command.run(client, texts)).join('\n')}\n`
}
