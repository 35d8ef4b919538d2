import type { tunnelActions } from '#shared/contract/operator/tunnels.ts'
import { readEntitlement } from '#server/modules/tunnels/entitlements.service.ts'
import { listLinks } from '#server/modules/tunnels/links.service.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { rotateAllLinks } from '#server/workflows/tunnels/manage-links.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'

export const tunnelHandlers: HandlersOf<typeof tunnelActions> = {
  async 'tunnels.show'(database, { user }, _operator, { config }) {
    const { id, uid } = await requireUser(database, user)
    const digest = createKeyedDigest(config.secretKey)
    const links = (await listLinks(database, digest, id)).length
    return found({ uid, ...(await readEntitlement(database, digest, id)), links })
  },
  'tunnels.rotate': rotateAllLinks,
}
