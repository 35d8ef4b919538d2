import type { payerActions } from '#shared/contract/operator/payers.ts'
import { blockPayer, listPayers, unblockPayer } from '#server/workflows/payments/review/block-payers.ts'
import type { HandlersOf } from '../handler.ts'

export const payerHandlers: HandlersOf<typeof payerActions> = {
  'payers.list': listPayers,
  'payers.block': blockPayer,
  'payers.unblock': unblockPayer,
}
