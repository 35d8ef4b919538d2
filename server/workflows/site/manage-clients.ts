import { readFigures } from '#server/modules/content/content.service.ts'
import { findAddressFault } from '#server/modules/content/clients.rules.ts'
import {
  findVersionFault,
  listReleases,
  lockOffered,
  offerClient,
  restoreClient,
  withdrawClient,
} from '#server/modules/content/clients.service.ts'
import { done, refuse, type Act, type Read, type Result } from '#server/platform/act.ts'

const onPage = 50

export const listClients: Read<'clients.list'> = async (database, { after = null }) => {
  const [rows, { clients }] = await Promise.all([listReleases(database, onPage, after), readFigures(database)])
  const has = new Set(clients.map(({ platform }) => platform))
  return {
    ok: true,
    value: {
      items: rows.map(
        ({ id, platform, version, releasedOn, url, sha256, sizeBytes, operator, publishedAt, offered }) => ({
          id,
          platform,
          version,
          date: releasedOn,
          state: offered ? ('public' as const) : has.has(platform) ? ('replaced' as const) : ('withdrawn' as const),
          address: url,
          sha256,
          bytes: sizeBytes,
          by: operator,
          published: publishedAt,
        }),
      ),
      next: rows.length === onPage ? (rows.at(-1)?.id ?? null) : null,
    },
  }
}

function addressFault(url: string): Result<never> | null {
  const fault = findAddressFault(url)
  if (fault === 'credentials') return refuse('InvalidInput', 'app.credentialsInLink')
  return fault ? refuse('InvalidInput', 'app.badLink') : null
}

export const publishClient: Act<'clients.publish'> = async (tx, input, operator) => {
  const { platform, version, address, mirror = null, sha256 = null, bytes = null } = input
  const fault = addressFault(address) ?? (mirror === null ? null : addressFault(mirror))
  if (fault) return fault
  // Requires a checksum of the app, except for iOS, because the App Store verifies its own downloads.
  if (platform !== 'ios' && sha256 === null) return refuse('InvalidInput', 'app.needsChecksum')
  const before = await lockOffered(tx, platform)
  const older = findVersionFault(before?.version, version)
  if (older) return older
  const requires = {
    en: input.requiresEn ?? before?.requires.en ?? '',
    'zh-CN': input.requiresZh ?? before?.requires['zh-CN'] ?? '',
  }
  if (requires.en === '' || requires['zh-CN'] === '') return refuse('InvalidInput', 'app.needsRequirements')
  const releasedOn = input.date?.slice(0, 10) ?? tx.now.toISOString().slice(0, 10)
  const release = {
    platform,
    version,
    releasedOn,
    requires,
    url: address,
    mirrorUrl: mirror,
    sha256,
    sizeBytes: bytes,
    demo: false,
  }
  await offerClient(tx, release, operator.name)
  const output = {
    before: before?.version ?? null,
    after: version,
    addressBefore: before?.url ?? null,
    addressAfter: address,
    sha256Before: before?.sha256 ?? null,
    sha256After: sha256,
  }
  return done(output, `client ${platform}`, { ...output, mirror, bytes })
}

export const takeClientBack: Act<'clients.withdraw'> = async (tx, { platform, reason }) => {
  const gone = await withdrawClient(tx, platform)
  if (!gone) return refuse('NotFound', 'app.noneOffered')
  return done({ version: gone.version }, `client ${platform}`, { version: gone.version, reason })
}

export const bringClientBack: Act<'clients.restore'> = async (tx, { release: id, reason }) => {
  const restored = await restoreClient(tx, id)
  if (!restored.ok) return restored
  const { release, before } = restored.value
  const output = {
    platform: release.platform,
    before: before?.version ?? null,
    after: release.version,
    sha256: release.sha256,
  }
  return done(output, `client ${release.platform}`, { ...output, reason })
}
