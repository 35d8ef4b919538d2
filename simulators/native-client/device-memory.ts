import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Platform } from '#shared/api-values.ts'

export type NativePlatform = Exclude<Platform, 'web'>

/** Saved state of an installed app: its device, and what it got from the server. One file per simulated device. */
export type DeviceMemory = {
  readonly platform: NativePlatform
  readonly deviceId: string
  readonly deviceName: string
  readonly osVersion: string
  readonly token?: string | undefined
  readonly deviceSecret?: string | undefined
  readonly challenge?: string | undefined
}

const models: Record<NativePlatform, Pick<DeviceMemory, 'deviceName' | 'osVersion'>> = {
  ios: { deviceName: 'iPhone', osVersion: '26.1' },
  android: { deviceName: 'Pixel', osVersion: '16' },
  mac: { deviceName: 'MacBook Air', osVersion: '26.1' },
  windows: { deviceName: 'PC', osVersion: '11' },
}

export const makeDevice = (platform: NativePlatform): DeviceMemory => ({
  platform,
  deviceId: `${platform}-${randomBytes(8).toString('hex')}`,
  ...models[platform],
})

export class MemoryFile {
  readonly #file: string

  constructor(dataDir: string, device: string) {
    this.#file = path.join(dataDir, 'native-client', `${device}.json`)
  }

  async read(): Promise<DeviceMemory | null> {
    const text = await readFile(this.#file, 'utf8').catch(() => null)
    return text === null ? null : (JSON.parse(text) as DeviceMemory)
  }

  /** The file contains a session token, so only its owner may read it. */
  async write(memory: DeviceMemory): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    await writeFile(`${this.#file}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
    await rename(`${this.#file}.new`, this.#file)
  }
}
