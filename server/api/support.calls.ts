import type { supportCalls } from '#shared/contract/support.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { addImage, readOwnImage } from '#server/workflows/support/support-images.ts'
import { markSeen, readOwnThread, writeToSupport } from '#server/workflows/support/write-to-support.ts'
import type { Handlers } from './register-calls.ts'

export const supportHandlers = (deps: IdentityDeps): Handlers<typeof supportCalls> => ({
  '/api/user/support_write': (message, { userId, caller }) => writeToSupport(deps, { userId, caller }, message),
  '/api/user/support_thread': async ({ before = null }, { userId }) => {
    const { list, ...rest } = await readOwnThread(deps, userId, before)
    return {
      ...rest,
      list: list.map(({ id, from, at, text, images, via }) => ({
        id,
        from,
        at: at.getTime(),
        text,
        images: [...images],
        via,
      })),
    }
  },
  '/api/user/support_add_image': ({ data }, { userId, caller }) => addImage(deps, { userId, caller }, data),
  '/api/user/support_image': ({ id }, { userId }) => readOwnImage(deps, userId, id),
  '/api/user/support_seen': async ({ id }, { userId }) => {
    await markSeen(deps.database, userId, id)
    return {}
  },
})
