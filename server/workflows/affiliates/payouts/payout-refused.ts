import { Refused } from '#server/platform/act.ts'

/** Why a settlement cannot be taken further; the operator reads the sentence. */
export class PayoutRefused extends Refused {
  constructor(message: string) {
    super('NotPossible', message)
  }
}
