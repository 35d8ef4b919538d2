import { Refused } from '#server/platform/act.ts'

/** Refusal whose message is shown to the operator. */
export class PayoutRefused extends Refused {
  constructor(message: string) {
    super('NotPossible', message)
  }
}
