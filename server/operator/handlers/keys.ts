import type { keyActions } from '#shared/contract/operator/keys.ts'
import { listSecretKeys, resealRows, retireSecretKey } from '#server/workflows/keys/reseal.ts'
import type { HandlersOf } from '../handler.ts'

export const keyHandlers: HandlersOf<typeof keyActions> = {
  'keys.list': listSecretKeys,
  'keys.reseal': resealRows,
  'keys.retire': retireSecretKey,
}
