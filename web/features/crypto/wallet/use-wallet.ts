import { useCallback, useEffect, useRef, useState } from 'react'
import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import type { Network } from '#web/features/crypto/base/crypto.queries.ts'
import { firstAccount, refusalOf } from './eip1193.ts'
import { fromHex } from './erc20.ts'
import { findWallets, type Wallet } from './find-wallets.ts'
import { chainIdOf, switchNetwork } from './wallet-calls.ts'

export type Connection = { readonly wallet: Wallet; readonly account: string; readonly chainId: number | null }
export type ConnectionProblem = 'rejected' | 'pending' | 'connection' | 'notFound' | 'notConnected' | 'unknownNetwork'

const problemOf = (error: unknown): ConnectionProblem => {
  const refusal = refusalOf(error)
  return refusal === 'rejected' || refusal === 'pending' || refusal === 'unknownNetwork' ? refusal : 'connection'
}

/** Wallets of this browser and the connected one. Follows account and network changes in the wallet. */
export function useWallet() {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  const [connection, setConnection] = useState<Connection | null>(null)
  const [busy, setBusy] = useState<{ readonly what: 'connecting' | 'switching'; readonly name: string } | null>(null)
  const [problem, setProblem] = useState<ConnectionProblem | null>(null)
  const working = useRef(false)

  const stopLooking = useRef<() => void>(undefined)
  const look = useCallback(() => {
    stopLooking.current?.()
    setWallets([])
    stopLooking.current = findWallets(setWallets)
  }, [])
  useEffect(() => {
    look()
    return () => stopLooking.current?.()
  }, [look])

  /** Id of the wallet that was connected or tried last. */
  const last = useRef<string>(undefined)
  const remembered = useRef<string>(undefined)
  useEffect(() => {
    remembered.current ??= readStored('sessionStorage', storageKeys.wallet) ?? ''
    const known = wallets.find(({ id }) => id === remembered.current)
    if (!known) return
    // `eth_accounts` tells whether the wallet is still connected, without asking the user.
    open(known, 'eth_accounts').then((again) => {
      if (again && remembered.current === known.id) {
        last.current = known.id
        setConnection(again)
      }
      remembered.current = ''
    }, ignore)
  }, [wallets])

  const provider = connection?.wallet.provider
  useEffect(() => {
    if (!provider?.on) return
    const listeners = {
      accountsChanged: (accounts: unknown) => {
        const account = firstAccount(accounts)
        setProblem(account === null ? 'notConnected' : null)
        setConnection((now) => (now && account !== null ? { ...now, account } : null))
      },
      chainChanged: (id: unknown) => {
        const chainId = fromHex(id)
        setProblem(null)
        setConnection((now) => now && { ...now, chainId: chainId === null ? null : Number(chainId) })
      },
      disconnect: () => {
        setProblem('connection')
        setConnection(null)
      },
    }
    for (const [event, listener] of Object.entries(listeners)) provider.on(event, listener)
    return () => {
      for (const [event, listener] of Object.entries(listeners)) provider.removeListener?.(event, listener)
    }
  }, [provider])

  async function work(what: 'connecting' | 'switching', name: string, task: () => Promise<void>) {
    if (working.current) return
    working.current = true
    remembered.current = ''
    setBusy({ what, name })
    setProblem(null)
    try {
      await task()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      working.current = false
      setBusy(null)
    }
  }
  async function reach(wallet: Wallet) {
    last.current = wallet.id
    const opened = await open(wallet, 'eth_requestAccounts')
    if (!opened) throw new TypeError('the wallet showed no account')
    writeStored('sessionStorage', storageKeys.wallet, wallet.id)
    setProblem(null)
    setConnection(opened)
  }
  const connect = (wallet: Wallet) => work('connecting', wallet.name, () => reach(wallet))
  const change = (network: Network) =>
    work('switching', network.name, async () => {
      if (!connection) return
      await switchNetwork(connection.wallet.provider, network)
      const chainId = await chainIdOf(connection.wallet.provider)
      setConnection((now) => now && { ...now, chainId })
    })
  /** Forgets the wallet on this page, and revokes the permission in the wallet if it supports that. */
  async function disconnect() {
    removeStored('sessionStorage', storageKeys.wallet)
    remembered.current = ''
    setConnection(null)
    setProblem(null)
    // Some wallets never answer this request, so it is abandoned after two seconds.
    await Promise.race([
      connection?.wallet.provider
        .request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
        .catch(ignore),
      new Promise((resolve) => setTimeout(resolve, 2_000)),
    ])
  }
  /** Disconnects and connects the same wallet again. A wallet on another device must be paired anew. */
  async function reconnect() {
    const wallet = wallets.find(({ id }) => id === last.current)
    if (!wallet) {
      await disconnect()
      return look()
    }
    await work('connecting', wallet.name, async () => {
      await disconnect()
      await reach(wallet)
    })
  }
  return { wallets, connection, busy, problem, setProblem, look, connect, change, disconnect, reconnect }
}

const ignore = () => {}

async function open(wallet: Wallet, method: 'eth_accounts' | 'eth_requestAccounts'): Promise<Connection | null> {
  const account = firstAccount(await wallet.provider.request({ method }))
  return account === null ? null : { wallet, account, chainId: await chainIdOf(wallet.provider) }
}
