import { findFreePort } from '../free-ports.ts'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HDKey, mnemonicToAccount } from 'viem/accounts'
import { encodeDeployData, encodeFunctionData, getContractAddress, toHex, type Address, type Hex } from 'viem'
import { compileTokens, type TokenKind } from './compile-tokens.ts'

type ChainToken = { readonly address: Address; readonly decimals: number; readonly kind: TokenKind }
type Wallet = { readonly address: Address; readonly privateKey: Hex }
export type LocalChain = {
  readonly rpcUrl: string
  readonly chainId: number
  /**
   * Test tokens: USDT returns nothing from `transfer`, USDC follows the standard, FEE keeps one percent, FAKE pretends
   * to be USDT.
   */
  readonly tokens: Readonly<Record<'USDT' | 'USDC' | 'FEE' | 'FAKE', ChainToken>>
  /** Wallets that own coins and every test token. The last one deployed the token contracts. */
  readonly wallets: readonly Wallet[]
  call<T>(method: string, ...params: unknown[]): Promise<T>
  transfer(token: keyof LocalChain['tokens'], to: string, amount: bigint, from?: number): Promise<Hex>
  transferNative(to: string, amount: bigint, from?: number): Promise<Hex>
  invoke(token: Address, name: string, args: unknown[], from?: number): Promise<{ hash: Hex; status: string }>
  mine(blocks: number): Promise<void>
  stop(): Promise<void>
}

const isOfManyTransfers = (entry: { type: string; name?: string }) => entry.name === 'transferMany'

const mnemonic = 'test test test test test test test test test test test junk'
export const demoAccount = HDKey.fromMasterSeed(createHash('sha512').update('wayfare demo account').digest()).derive(
  "m/44'/60'/0'",
)
const supply = 10n ** 9n
const funded = [0, 1, 2, 3]

/** Path of the program `anvil`: from the npm package if it supports this platform, otherwise an installed one. */
function anvilBinary(): string {
  try {
    const found = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
    const binary = path.join(path.dirname(found), 'bin/anvil')
    if (existsSync(binary)) return binary
  } catch {
    // npm does not install the Anvil package on other platforms, so `anvil` from the PATH is used.
  }
  return 'anvil'
}

/**
 * Starts a local blockchain with test tokens. Blocks are mined for each transaction and on demand; a block becomes
 * `finalized` two blocks later, because an epoch has one slot. With `stateFile` the chain continues where it stopped.
 */
export async function startChain({
  port,
  chainId = 31_337,
  stateFile,
}: { port?: number; chainId?: number; stateFile?: string } = {}): Promise<LocalChain> {
  const at = port ?? (await findFreePort())
  const rpcUrl = `http://127.0.0.1:${at}`
  const anvil = spawn(
    anvilBinary(),
    [
      '--quiet',
      `--port=${at}`,
      `--chain-id=${chainId}`,
      `--mnemonic=${mnemonic}`,
      '--slots-in-an-epoch=1',
      ...(stateFile === undefined ? [] : [`--state=${stateFile}`, '--state-interval=5']),
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => anvil.once('exit', () => resolve()))
  let missing: Error | undefined
  anvil.once('error', (error) => (missing = error))

  async function call<T>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  const until = Date.now() + 20_000
  while (!(await call('eth_chainId').catch(() => null))) {
    if (missing) throw new Error('there is no anvil for this platform: install Foundry', { cause: missing })
    if (Date.now() > until) throw new Error('the local chain did not start')
    await sleep(30)
  }

  const wallets = Array.from({ length: 10 }, (_, addressIndex): Wallet => {
    const account = mnemonicToAccount(mnemonic, { addressIndex })
    return { address: account.address, privateKey: toHex(account.getHdKey().privateKey ?? new Uint8Array()) }
  })
  const walletAt = (index: number): Address => wallets.at(index)?.address ?? '0x'

  async function send(transaction: Record<string, string>): Promise<{ hash: Hex; status: string }> {
    const hash = await call<Hex>('eth_sendTransaction', { gas: '0x2dc6c0', ...transaction })
    for (;;) {
      const receipt = await call<{ status: string } | null>('eth_getTransactionReceipt', hash)
      if (receipt) return { hash, status: receipt.status }
      await sleep(20)
    }
  }

  const compiled = compileTokens()
  const abi = [...compiled.StandardToken.abi, ...compiled.TetherLike.abi.filter(isOfManyTransfers)]
  const invoke: LocalChain['invoke'] = (token, functionName, args, from = 0) =>
    send({ from: walletAt(from), to: token, data: encodeFunctionData({ abi, functionName, args }) })

  const done = Number(await call('eth_getTransactionCount', walletAt(-1), 'latest'))
  /**
   * Deploys a token contract and gives its tokens to the funded wallets, unless an earlier run did both. The contract's
   * address follows from the number of earlier transactions of its sender. Every token takes the same number of them,
   * so a later run finds the contract again.
   */
  async function deploy(place: number, kind: TokenKind, name: string, symbol: string, decimals: number) {
    const nonce = place * (1 + funded.length)
    const token: ChainToken = {
      address: getContractAddress({ from: walletAt(-1), nonce: BigInt(nonce) }).toLowerCase() as Address,
      decimals,
      kind,
    }
    if (done > nonce + funded.length) return token
    if (done > nonce) throw new Error(`the chain in ${stateFile} was stopped half-way: delete that file`)
    const data = encodeDeployData({ ...compiled[kind], args: [name, symbol, decimals] })
    await send({ from: walletAt(-1), data })
    for (const wallet of funded)
      await invoke(token.address, 'mint', [walletAt(wallet), supply * 10n ** BigInt(decimals)], -1)
    return token
  }

  const tokens = {
    USDT: await deploy(0, 'TetherLike', 'Tether USD', 'USDT', 6),
    USDC: await deploy(1, 'StandardToken', 'USD Coin', 'USDC', 18),
    FEE: await deploy(2, 'FeeToken', 'Fee Token', 'FEE', 6),
    FAKE: await deploy(3, 'TetherLike', 'Tether USD', 'USDT', 6),
  }
  return {
    rpcUrl,
    chainId,
    tokens,
    wallets,
    call,
    invoke,
    transfer: async (token, to, amount, from = 0) =>
      (await invoke(tokens[token].address, 'transfer', [to, amount], from)).hash,
    transferNative: async (to, amount, from = 0) =>
      (await send({ from: walletAt(from), to, value: toHex(amount) })).hash,
    async mine(blocks) {
      await call('anvil_mine', toHex(blocks))
    },
    async stop() {
      anvil.kill('SIGTERM')
      await ended
    },
  }
}
