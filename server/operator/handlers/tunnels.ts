import type { tunnelActions } from '#shared/contract/operator/tunnels.ts'
import { listLinks } from '#server/modules/tunnels/links.service.ts'
import { listStandings, type StandingRow } from '#server/modules/tunnels/panels/marks.queries.ts'
import type { Comparison } from '#server/modules/tunnels/panels/comparison.rules.ts'
import { lateSeconds, listProviders } from '#server/modules/tunnels/panels/providers.queries.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { redeliverTunnels, dropConnections } from '#server/workflows/tunnels/redeliver-tunnels.ts'
import { comparePanel, allowClosing } from '#server/workflows/tunnels/compare-panels.ts'
import {
  removeProvider,
  keptProvider,
  setProvider,
  testProvider,
  testProviderSettings,
} from '#server/workflows/tunnels/manage-providers.ts'
import { rotateAllLinks } from '#server/workflows/tunnels/manage-links.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'
import { readEntitlement } from '#server/modules/tunnels/entitlements.queries.ts'

const standsOf = ({ isOpen, isBehind }: StandingRow): Sentence => {
  if (isBehind) return sentence(isOpen ? 'panel.openNotTold' : 'panel.closedNotTold')
  return sentence(isOpen ? 'panel.open' : 'panel.closed')
}

const ageText = (seconds: number | null): Sentence | '' =>
  seconds === null ? '' : sentence(seconds > lateSeconds ? 'length.secondsLate' : 'length.seconds', { seconds })

function driftOf(comparison: Comparison | null, held: Date | null): Sentence | '' {
  if (!comparison) return ''
  const { seen, unknown, missing, closures, other } = comparison
  const drift = sentence('panel.drift', { missing, closures, other, seen, unknown })
  return held ? sentence('panel.driftHeld', { drift }) : drift
}

export const tunnelHandlers: HandlersOf<typeof tunnelActions> = {
  async 'tunnels.show'(database, { user }, _operator, { config }) {
    const { id, uid } = await requireUser(database, user)
    const digest = createKeyedDigest(config.secretKey)
    const links = (await listLinks(database, digest, id)).length
    const entitlement = await readEntitlement(database, digest, id)
    const providers = (await listStandings(database, id)).map((row) => ({
      provider: row.provider,
      stands: standsOf(row),
      failures: row.failures,
      note: row.error ?? (row.drift ? sentence(`drift.${row.drift}`) : ''),
    }))
    return found({ uid, ...entitlement, links, providers })
  },
  async 'tunnels.providers'(database, _input, _operator, { config }) {
    const providers = (await listProviders(database)).map((row) => ({
      provider: row.id,
      kind: row.kind,
      serves: row.serves.length === 0 ? sentence('panel.servesNobody') : row.serves.join(', '),
      open: row.open,
      waiting: row.waiting,
      oldest: ageText(row.oldestSeconds),
      failing: row.failing,
      error: row.isFilled ? (row.error ?? '') : (row.error ?? sentence('panel.restMissing')),
      compared: row.comparedAt,
      drift: driftOf(row.comparison, row.heldSince),
    }))
    return found({ providers, publicOrigin: config.publicOrigin })
  },
  'tunnels.set-provider': { kept: keptProvider, act: setProvider },
  'tunnels.remove-provider': removeProvider,
  'tunnels.test-provider': testProvider,
  'tunnels.test-settings': testProviderSettings,
  'tunnels.compare': comparePanel,
  'tunnels.let-close': allowClosing,
  'tunnels.apply': redeliverTunnels,
  'tunnels.drop': dropConnections,
  'tunnels.rotate': rotateAllLinks,
}
