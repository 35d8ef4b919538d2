import { encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { inject } from 'vitest'

export type TokenName = 'USDT' | 'USDC'

export async function askChain<T>(method: string, ...params: unknown[]): Promise<T> {
  const response = await fetch(inject('e2e').chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { code: number; message: string } }
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}

export function sendTokens(token: TokenName, to: string, amount: bigint): Promise<Hex> {
  const { tokens, wallets } = inject('e2e').chain
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Address, amount] })
  return askChain('eth_sendTransaction', {
    from: wallets[0]?.address,
    to: tokens[token].address,
    data,
    gas: '0x2dc6c0',
  })
}

export const mineBlocks = (count: number) => askChain<void>('anvil_mine', `0x${count.toString(16)}`)

/** New account with coins for fees and `amount` base units of a token; its key stays in this process. */
export async function newHolder(token: TokenName, amount: bigint) {
  const account = privateKeyToAccount(generatePrivateKey())
  await askChain('anvil_setBalance', account.address, '0xde0b6b3a7640000')
  if (amount > 0n) await sendTokens(token, account.address, amount)
  return account
}
