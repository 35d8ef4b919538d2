import type { systemCalls } from '#shared/contract/system.ts'
import { shownOrNone } from '#server/modules/catalog/catalog.rules.ts'
import { saveBrowserError } from '#server/modules/error-reports/error-reports.service.ts'
import { countTries, consumeTries } from '#server/modules/limits/limits.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Kept } from '#server/platform/cached-value.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { ReadStatus } from '#server/modules/status/read-status.ts'
import { networkOfTry } from '#server/modules/limits/admit-try.ts'
import { describeUser, explainMembership } from '#server/workflows/accounts/profile/describe-user.ts'
import type { ShopFront } from '#server/workflows/catalog/shop-front.ts'
import { checkConnection, type ConnectionDeps } from '#server/workflows/tunnels/check-connection.ts'
import { offeredIdentifiers } from '#server/deps/identity-deps.ts'
import type { Handlers } from './register-calls.ts'

type Deps = {
  database: Database
  config: Config
  front: Kept<ShopFront>
  digest: KeyedDigest
  readStatus: ReadStatus
  connection: ConnectionDeps
}

export const systemHandlers = ({
  database,
  config,
  front,
  digest,
  readStatus,
  connection,
}: Deps): Handlers<typeof systemCalls> => ({
  '/api/system/system_user_info': (_input, { userId, language }) =>
    describeUser(database, { userId, language, publicOrigin: config.publicOrigin }),
  '/api/system/system_membership': (_input, { userId, language }) => explainMembership(database, userId, language),
  '/api/system/system_client_error': async (report, { caller }) => {
    if (config.environment !== 'PROD') return {}
    await countTries(database, digest, networkOfTry('error-network', caller))
    const mayBeNew = () => consumeTries(database, digest, networkOfTry('error-kinds-network', caller))
    await saveBrowserError(database, report, mayBeNew)
    return {}
  },
  '/api/system/system_status': async () => {
    const feed = shownOrNone(config.environment, (await front.read()).settings.proof)?.status?.feed
    const known = feed === undefined ? null : await readStatus(feed)
    return known ?? { state: null, ageSeconds: 0 }
  },
  '/api/system/system_connection': (_input, { clientIp }) => checkConnection(connection, clientIp),
  '/api/system/system_client_config': async () => {
    const { settings, offers } = await front.read()
    const { brand, links, releaseDate, trialMinutes } = settings
    return {
      brand,
      environment: config.environment,
      releaseDate,
      trialMinutes,
      identifiers: offeredIdentifiers(config),
      links: [...links],
      methods: offers.map(({ method, currencies }) => ({ method, currencies: [...currencies] })),
    }
  },
})
