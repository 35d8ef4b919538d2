import { useEffect, useRef, useState } from 'react'
import { refusalOf } from './eip1193.ts'
import type { Wallet } from './find-wallets.ts'
import type { Relay } from './open-pairing.ts'

type State =
  | { readonly step: 'closed' | 'opening' }
  | { readonly step: 'shown'; readonly uri: string }
  | { readonly step: 'failed'; readonly because: 'declined' | 'unanswered' }
export type UsedPairing = { readonly state: State; readonly open: () => void; readonly stop: () => void }

/** Connects a wallet on another device over WalletConnect. The client is loaded only when `open` is called. */
export function usePairing(relay: Relay | null, chainId: number, onWallet: (wallet: Wallet) => void): UsedPairing {
  const [state, setState] = useState<State>({ step: 'closed' })
  /** Number of the current attempt. Incremented to discard the results of earlier ones. */
  const asked = useRef(0)
  useEffect(() => () => void (asked.current += 1), [chainId])

  async function pair(from: Relay) {
    const mine = ++asked.current
    const isMine = () => mine === asked.current
    setState({ step: 'opening' })
    try {
      const { openPairing } = await import('./open-pairing.ts')
      const { uri, wallet } = await openPairing(from, chainId)
      if (isMine() && uri !== null) setState({ step: 'shown', uri })
      const approved = await wallet
      if (!isMine()) return
      setState({ step: 'closed' })
      onWallet(approved)
    } catch (error) {
      if (isMine()) setState({ step: 'failed', because: refusalOf(error) === 'rejected' ? 'declined' : 'unanswered' })
    }
  }
  return {
    state,
    open: () => {
      if (relay && state.step !== 'opening') void pair(relay)
    },
    stop: () => {
      asked.current += 1
      setState({ step: 'closed' })
    },
  }
}
