/**
 * What may go wrong between a merchant and the gateway.
 * `status500`, `timeout`, `reset`: nothing was done. `lost`: it was done and the answer is lost. `forged`: another key
 * signed the answer. `unsigned`: no one did. `another`: a signed answer about another trade. `refused`: nothing was done,
 * for a reason that lies in the call alone, like a quota or a missing permission. `delay`: it takes `ms`.
 */
export const faultKinds = [
  'status500',
  'timeout',
  'reset',
  'lost',
  'forged',
  'unsigned',
  'another',
  'refused',
  'delay',
] as const
export type FaultKind = (typeof faultKinds)[number]
/** `method` is the gateway's name of the call, or "*" for any; it happens `times` times. */
export type Fault = { readonly method: string; readonly kind: FaultKind; times: number; readonly ms: number }

export class Faults {
  #faults: Fault[] = []

  add(fault: Fault): void {
    this.#faults.push(fault)
  }
  clear(): void {
    this.#faults = []
  }
  /** The next fault for this method, which is used up by that. */
  take(method: string): Fault | undefined {
    const fault = this.#faults.find((known) => known.times > 0 && (known.method === '*' || known.method === method))
    if (fault) fault.times -= 1
    return fault
  }
}
