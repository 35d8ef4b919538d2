import type { BoundDevice } from '#shared/errors.ts'
import { operatingSystems } from '#shared/device-codes.ts'
import { ClientError, RefusedError, type ApiClient } from './api-client.ts'

type Options = Readonly<Record<string, string | undefined>>
type Command = {
  readonly summary: string
  readonly usage?: string
  run(client: ApiClient, options: Options): Promise<string[]>
}

const need = (options: Options, name: string): string => {
  const value = options[name]
  if (!value) throw new ClientError(`--${name} is needed for this command.`)
  return value
}
const when = (instant: number | null) => (instant === null ? 'never' : new Date(instant).toISOString())
const osName = (os: number) => operatingSystems[os] ?? 'other'

async function describe(client: ApiClient): Promise<string[]> {
  const user = await client.call('/api/system/system_user_info', {})
  const name = user.accountName ?? user.email ?? user.phone ?? 'no name yet'
  return [
    `signed in as   ${user.uid} (${name})`,
    `member until   ${when(user.expiresAt)}`,
    `device         ${client.memory.deviceName}, ${client.memory.platform} ${client.memory.osVersion}`,
  ]
}

async function signingIn(client: ApiClient, call: () => Promise<{ deletionCancelled?: boolean }>): Promise<string[]> {
  try {
    const { deletionCancelled } = await call()
    const note = deletionCancelled ? ['The account was about to be deleted. This sign-in kept it.'] : []
    return [...note, ...(await describe(client))]
  } catch (error) {
    if (!(error instanceof RefusedError) || !error.data.challenge) throw error
    await client.remember({ challenge: error.data.challenge })
    const { limit, devices = [] } = error.data
    const next =
      limit === undefined
        ? ['Go on with: factor --code 123456, or factor --recovery-code XXXX-XXXX-XXXX-XXXX']
        : [`${limit} allowed:`, ...devices.map(boundLine), 'Go on with: replace --id ID']
    throw new ClientError([error.message, ...next].join('\n'))
  }
}

const boundLine = ({ id, os, name, lastUsedAt }: BoundDevice) =>
  `  ${id}  ${osName(os).padEnd(8)} ${name ?? ''}  last used ${when(lastUsedAt)}`

const challengeOf = ({ memory }: ApiClient): string => {
  if (!memory.challenge) throw new ClientError('No sign-in waits here. Sign in first.')
  return memory.challenge
}

export const commands: Readonly<Record<string, Command>> = {
  register: {
    summary: 'Opens an account: by name and password, or by device id alone.',
    usage: '[--name NAME --password PASSWORD] [--invite CODE]',
    async run(client, { name, password, invite = '' }) {
      if (!name) {
        const opened = await client.call('/api/user/user_register_deviceid', { agreed: true, inviteCode: invite })
        await client.remember({ deviceSecret: opened.deviceSecret })
      } else {
        const input = { accountName: name, password: password ?? '', inviteCode: invite, agreed: true }
        await client.call('/api/user/user_register_username', input)
      }
      return describe(client)
    },
  },
  login: {
    summary: 'Signs in by name and password, or comes back to the account of this device.',
    usage: '[--name NAME --password PASSWORD]',
    run: (client, { name, password }) =>
      signingIn(client, () => {
        if (name) {
          const input = { accountName: name, password: password ?? '', agreed: true }
          return client.call('/api/user/user_login_username', input)
        }
        const { deviceSecret } = client.memory
        if (!deviceSecret) throw new ClientError('This device opened no account. Give --name and --password.')
        return client.call('/api/user/user_login_deviceid', { deviceSecret })
      }),
  },
  factor: {
    summary: 'Goes on with a sign-in that asked for a second factor.',
    usage: '--code CODE | --recovery-code CODE',
    run: (client, { code, 'recovery-code': recoveryCode }) =>
      signingIn(client, () => {
        const answer = { ...(code && { code }), ...(recoveryCode && { recoveryCode }) }
        return client.call('/api/user/user_login_second_factor', { challenge: challengeOf(client), ...answer })
      }),
  },
  replace: {
    summary: 'Goes on with a sign-in that found no free place: unbinds another device.',
    usage: '--id ID',
    run: (client, options) =>
      signingIn(client, () => {
        const input = { challenge: challengeOf(client), id: need(options, 'id') }
        return client.call('/api/user/user_login_replace_device', input)
      }),
  },
  name: {
    summary: 'Gives the account of this device a name and a password.',
    usage: '--name NAME --password PASSWORD',
    async run(client, options) {
      const { deviceSecret } = client.memory
      const input = { accountName: need(options, 'name'), password: need(options, 'password') }
      await client.call('/api/user/user_name_account', { ...input, ...(deviceSecret && { deviceSecret }) })
      await client.remember({ deviceSecret: undefined })
      return describe(client)
    },
  },
  info: { summary: 'Who is signed in here.', run: (client) => describe(client) },
  trial: {
    summary: 'Claims the free trial.',
    async run(client) {
      const { minutes, endsAt } = await client.call('/api/user/user_claim_trial', {})
      return [`${minutes} minutes, until ${when(endsAt)}`]
    },
  },
  devices: {
    summary: 'Lists the devices of the account.',
    async run(client) {
      const { limit, list } = await client.call('/api/user/user_get_device_list', {})
      const lines = list.map((device) => `${boundLine(device)}${device.current ? '  (this one)' : ''}`)
      return [`${list.length} of ${limit}`, ...lines]
    },
  },
  unbind: {
    summary: 'Unbinds a device.',
    usage: '--id ID',
    async run(client, options) {
      await client.call('/api/user/user_unbind_device', { id: need(options, 'id') })
      return ['Unbound. Its sessions have ended.']
    },
  },
  rename: {
    summary: 'Gives a device a name.',
    usage: '--id ID --name NAME',
    async run(client, options) {
      const input = { id: need(options, 'id'), name: need(options, 'name') }
      await client.call('/api/user/user_rename_device', input)
      return ['Renamed.']
    },
  },
  web: {
    summary: 'Prints an address that opens the web account signed in: once, within a minute.',
    async run(client) {
      const { url, expiresAt } = await client.call('/api/user/user_web_login_code', {})
      return [url, `until ${when(expiresAt)}`]
    },
  },
  logout: {
    summary: 'Signs out.',
    async run(client) {
      await client.call('/api/user/user_logout', {})
      await client.remember({ token: undefined })
      return ['Signed out.']
    },
  },
}
