import { Refused, type Reason } from '#server/platform/act.ts'

/** Refusal whose message is shown to the operator. */
export class PayoutRefused extends Refused {
  constructor(reason: Reason) {
    super('NotPossible', reason)
  }
}
