import { balanceData, fromHex, toHex, transferData } from './erc20.ts'
import { refusalOf, type WalletProvider } from './eip1193.ts'
import type { Deposit, Network } from '#web/features/crypto/base/crypto.queries.ts'

/** Token balance of the account in base units; null if the wallet's blockchain node does not answer. */
export async function balanceOf(
  provider: WalletProvider,
  account: string,
  { contract }: Pick<Deposit, 'contract'>,
): Promise<bigint | null> {
  const answer =
    contract === null
      ? await provider.request({ method: 'eth_getBalance', params: [account, 'latest'] })
      : await provider.request({
          method: 'eth_call',
          params: [{ to: contract, data: balanceData(account) }, 'latest'],
        })
  return fromHex(answer)
}

export const chainIdOf = async (provider: WalletProvider): Promise<number | null> => {
  const id = fromHex(await provider.request({ method: 'eth_chainId' }))
  return id === null ? null : Number(id)
}

/**
 * Asks the wallet to send tokens or the network's own coin. Resolves with the transaction hash once the user has
 * confirmed.
 */
export async function sendToken(
  provider: WalletProvider,
  account: string,
  { contract, address }: Pick<Deposit, 'contract' | 'address'>,
  amount: bigint,
): Promise<string> {
  const transaction =
    contract === null
      ? { from: account, to: address, value: toHex(amount) }
      : { from: account, to: contract, value: '0x0', data: transferData(address, amount) }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  if (typeof hash !== 'string') throw new TypeError('the wallet gave no transaction')
  return hash
}

/** True if a blockchain transaction succeeded, false if it failed; null if it is not in a block yet. */
export async function succeeded(provider: WalletProvider, hash: string): Promise<boolean | null> {
  const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (typeof receipt !== 'object' || receipt === null) return null
  return fromHex((receipt as { status?: unknown }).status) !== 0n
}

/**
 * Switches the wallet's network. If the wallet does not know the network and an RPC URL is configured, adds it first.
 */
export async function switchNetwork(provider: WalletProvider, network: Network): Promise<void> {
  const chainId = toHex(network.chainId)
  const change = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await change()
  } catch (error) {
    if (refusalOf(error) !== 'unknownNetwork' || network.walletRpcUrl === null) throw error
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId,
          chainName: network.name,
          nativeCurrency: { name: network.nativeSymbol, symbol: network.nativeSymbol, decimals: 18 },
          rpcUrls: [network.walletRpcUrl],
          ...(network.explorerUrl !== null && { blockExplorerUrls: [network.explorerUrl] }),
        },
      ],
    })
    await change()
  }
}
