import type { tunnelActions } from '#shared/contract/operator/tunnels.ts'
import { readEntitlement } from '#server/modules/tunnels/entitlements.service.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

export const tunnelHandlers: HandlersOf<typeof tunnelActions> = {
  async 'tunnels.show'(database, { user }, _operator, { config }) {
    const { id, uid } = await requireUser(database, user)
    return found({ uid, ...(await readEntitlement(database, createKeyedDigest(config.secretKey), id)) })
  },
}
