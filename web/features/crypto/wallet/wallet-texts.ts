import type { CryptoTexts } from '#text/en/site/crypto.ts'
import type { Network } from '#web/features/crypto/base/crypto.queries.ts'
import type { ConnectionProblem } from './use-wallet.ts'
import type { SendingProblem } from './use-wallet-payment.ts'

/** Message for a wallet problem that says what to do. `units` formats a token amount. */
export function refusalText(
  { errors }: CryptoTexts,
  network: Network,
  units: (baseUnits: bigint) => string,
  problem: ConnectionProblem | SendingProblem,
): string {
  if (typeof problem === 'object' && problem.kind === 'balance')
    return errors.balance(units(problem.has), units(problem.needs))
  const kind = typeof problem === 'object' ? problem.kind : problem
  if (kind === 'fee') return errors.fee(network.nativeSymbol)
  if (kind === 'wrongNetwork' || kind === 'unknownNetwork') return errors[kind](network.name)
  return errors[kind]
}
