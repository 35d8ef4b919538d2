import { useEffect, useRef, useState } from 'react'
import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import type { Deposit } from '#web/features/crypto/base/crypto.queries.ts'
import { refusalOf } from './eip1193.ts'
import type { Connection } from './use-wallet.ts'
import { balanceOf, chainIdOf, sendToken, succeeded } from './wallet-calls.ts'

/** Step of a payment by wallet. `sent`: the user has confirmed, and the transaction is not in a block yet. */
type SendingStep = 'idle' | 'checking' | 'confirming' | 'sent'
export type SendingProblem =
  | { readonly kind: 'rejected' | 'pending' | 'fee' | 'failed' | 'connection' | 'wrongNetwork' }
  | { readonly kind: 'balance'; readonly has: bigint; readonly needs: bigint }

const receiptMs = 2_000

/**
 * Sends a payment from the connected wallet and follows it until it is in a block. The transaction hash survives a
 * reload.
 */
export function useWalletPayment(orderId: string, connection: Connection | null) {
  const keptUnder = storageKeys.walletPayment + orderId
  const sending = useRef(false)
  const [step, setStep] = useState<SendingStep>('idle')
  const [hash, setHash] = useState<string | null>(null)
  const [problem, setProblem] = useState<SendingProblem | null>(null)

  useEffect(() => {
    const kept = readStored('sessionStorage', keptUnder)
    if (kept === null) return
    setHash(kept)
    setStep('sent')
  }, [keptUnder])

  function forget() {
    removeStored('sessionStorage', keptUnder)
    setHash(null)
    setStep('idle')
  }
  // Clears the shown problem when the account or the network changes, because the new one may have what was missing.
  useEffect(() => setProblem(null), [connection?.account, connection?.chainId])
  const provider = connection?.wallet.provider
  useEffect(() => {
    if (!provider || hash === null || step !== 'sent') return
    const timer = setInterval(() => {
      succeeded(provider, hash).then(
        (done) => {
          if (done === null) return
          removeStored('sessionStorage', keptUnder)
          clearInterval(timer)
          if (done) return
          setHash(null)
          setStep('idle')
          setProblem({ kind: 'failed' })
        },
        () => {},
      )
    }, receiptMs)
    return () => clearInterval(timer)
  }, [provider, hash, step, keptUnder])

  async function send(deposit: Deposit, amount: bigint) {
    if (!connection || sending.current) return
    const { account, wallet } = connection
    sending.current = true
    setProblem(null)
    setStep('checking')
    try {
      const refused = await refusedBefore(connection, deposit, amount)
      if (refused) {
        setProblem(refused)
        setStep('idle')
        return
      }
      setStep('confirming')
      const sent = await sendToken(wallet.provider, account, deposit, amount)
      writeStored('sessionStorage', keptUnder, sent)
      setHash(sent)
      setStep('sent')
    } catch (error) {
      const refusal = refusalOf(error)
      const kind = refusal === 'disconnected' ? 'connection' : refusal === 'unknownNetwork' ? 'wrongNetwork' : refusal
      setProblem({ kind })
      setStep('idle')
    } finally {
      sending.current = false
    }
  }
  return { step, hash, problem, setProblem, send, forget }
}

/** Finds a problem that would make the payment fail, before the wallet asks the user. */
async function refusedBefore(
  { wallet, account }: Connection,
  deposit: Deposit,
  needs: bigint,
): Promise<SendingProblem | null> {
  // Reads the wallet's network again, because the user may just have changed it.
  if ((await chainIdOf(wallet.provider)) !== deposit.chainId) return { kind: 'wrongNetwork' }
  const has = await balanceOf(wallet.provider, account, deposit)
  return has !== null && has < needs ? { kind: 'balance', has, needs } : null
}
