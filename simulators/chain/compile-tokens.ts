import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Abi, Hex } from 'viem'

type Artefact = { readonly abi: Abi; readonly bytecode: Hex }
export type TokenKind = 'TetherLike' | 'StandardToken' | 'FeeToken'
type Compiled = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}
// Solidity compiler, a CommonJS package of eight megabytes without types. Loaded only when the tokens are compiled.
type Solc = { compile(input: string): string }

let known: Record<TokenKind, Artefact> | undefined

export function compileTokens(): Record<TokenKind, Artefact> {
  if (known) return known
  const solc = createRequire(import.meta.url)('solc') as Solc
  const content = readFileSync(path.join(import.meta.dirname, 'tokens.sol'), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'tokens.sol': { content } },
    settings: { optimizer: { enabled: true }, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled
  const failure = errors.find(({ severity }) => severity === 'error')
  if (failure) throw new Error(failure.formattedMessage)
  const artefact = (name: TokenKind): Artefact => {
    const found = contracts?.['tokens.sol']?.[name]
    if (!found) throw new Error(`${name} was not compiled`)
    return { abi: found.abi, bytecode: `0x${found.evm.bytecode.object}` }
  }
  known = {
    TetherLike: artefact('TetherLike'),
    StandardToken: artefact('StandardToken'),
    FeeToken: artefact('FeeToken'),
  }
  return known
}
