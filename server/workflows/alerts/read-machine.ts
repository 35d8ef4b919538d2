import type { Config } from '#server/platform/config.ts'
import { cacheValue } from '#server/platform/cached-value.ts'
import { readCertificate, readDisk, type Certificate, type DiskSpace } from '#server/platform/machine.ts'

/** State of the machine on which the shop runs. `certificate`: `none` if the site is not served by https. */
export type Machine = {
  readonly disk: DiskSpace | { readonly error: unknown }
  readonly certificate: Certificate | 'none' | 'unknown'
}

/** Cache time of the site's TLS certificate. It changes only once in weeks, and each check opens a connection. */
const certificateAgeMs = 30 * 60_000

/**
 * Returns a function that reads the state of the machine; call it outside transactions. Behind many routers the machine
 * cannot reach its own public host, although visitors can: the certificate is then `unknown` until the next check.
 */
export function createMachineReader({
  dataDir,
  publicOrigin,
}: Pick<Config, 'dataDir' | 'publicOrigin'>): () => Promise<Machine> {
  const isSecure = publicOrigin.startsWith('https:')
  const certificate = cacheValue(certificateAgeMs, () => readCertificate(publicOrigin).catch(() => 'unknown' as const))
  return async () => {
    const disk = readDisk(dataDir).catch((error: unknown) => ({ error }))
    const shown = isSecure ? certificate.read() : ('none' as const)
    return { disk: await disk, certificate: await shown }
  }
}
