import { createCipheriv, createPublicKey } from 'node:crypto'
import type { Platform } from '#shared/api-values.ts'
import { defaultDeviceIdKey } from '#shared/device-codes.ts'
import type { TestApp } from './app.ts'
import { signWith } from './sign-call.ts'

export function encodeDeviceId(deviceId: string, key = defaultDeviceIdKey): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'hex'), null)
  return Buffer.concat([cipher.update(deviceId, 'utf8'), cipher.final()]).toString('base64')
}

type NativeDevice = { platform: Exclude<Platform, 'web'>; deviceId: string; osVersion?: string; name?: string }

/** Headers and signature of a native app's call; spread into the options of `app.call`. */
export function asNative(app: TestApp, { platform, deviceId, osVersion, name }: NativeDevice) {
  return {
    headers: {
      platform,
      deviceid: encodeDeviceId(deviceId),
      ...(osVersion && { osversion: osVersion }),
      ...(name && { devicename: encodeURIComponent(name) }),
    },
    signature: signWith(createPublicKey(app.config.signingKeys[platform])),
  }
}

export async function registerNative(
  app: TestApp,
  accountName: string,
  device: NativeDevice,
  password = 'correct horse 42',
) {
  const input = { accountName, password, agreed: true }
  const registered = await app.call('/api/user/user_register_username', input, asNative(app, device))
  const info = await app.call(
    '/api/system/system_user_info',
    {},
    { ...asNative(app, device), token: registered.pragma },
  )
  return { token: info.pragma as string, uid: registered.data.uid }
}

export const userIdOf = async (app: TestApp, uid: number): Promise<string> =>
  (await app.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid]))[0]!.id

export async function givePlan(app: TestApp, uid: number, maxDevices: number): Promise<void> {
  await app.db.asOwner(
    `insert into memberships (user_id, expires_at, max_devices)
     select id, now() + interval '30 days', $2 from users where uid = $1
     on conflict (user_id) do update set expires_at = excluded.expires_at, max_devices = excluded.max_devices`,
    [uid, maxDevices],
  )
}

/** Waits until this many connections of the database wait for a lock, which is when a race is decided. */
export async function waitForWaiters({ db }: Pick<TestApp, 'db'>, count: number): Promise<void> {
  // Number of waits. In total they are longer than the timeout of a test on a slow machine.
  for (let round = 0; round < 4_000; round++) {
    const [row] = await db.asOwner<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (row!.waiting >= count) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`never ${count} connections at a lock`)
}
