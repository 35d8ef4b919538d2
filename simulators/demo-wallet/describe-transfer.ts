import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type { AskNode } from './node.ts'

export type Sending = { readonly to: Address; readonly data?: string; readonly value?: string }
/** Transfer in readable form: "38.16", "USDT", and the recipient's wallet address in the format that the page shows. */
type Transfer = { readonly amount: string; readonly symbol: string; readonly to: Address }

const transferCall = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/i
const calls = { decimals: '0x313ce567', symbol: '0x95d89b41' }

export async function describeTransfer(ask: AskNode, { to, data = '0x', value = '0x0' }: Sending): Promise<Transfer> {
  const call = transferCall.exec(data)
  if (!call) return { amount: decimalText(BigInt(value), 18), symbol: 'ETH', to: getAddress(to) }
  const read = async (what: keyof typeof calls) => String(await ask('eth_call', [{ to, data: calls[what] }, 'latest']))
  const [decimals, symbol] = await Promise.all([read('decimals'), read('symbol')])
  return {
    amount: decimalText(BigInt(`0x${call[2]}`), Number(decimals)),
    symbol: abiText(symbol),
    to: getAddress(`0x${call[1]}`),
  }
}

/** Formats a token's base units: 38160000 with six decimals is "38.16". */
export function decimalText(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '').padEnd(2, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

export function abiText(answer: string): string {
  const bytes = (answer.slice(2).match(/../g) ?? []).map((pair) => parseInt(pair, 16))
  const length = bytes.slice(32, 64).reduce((total, byte) => total * 256 + byte, 0)
  return new TextDecoder().decode(new Uint8Array(bytes.slice(64, 64 + length)))
}
