import { randomInt } from 'node:crypto'
import { beforeEach } from 'vitest'

/**
 * New seed for the random inputs of a test file. Each failed test prints it, and FUZZ_SEED sets it again. Call it at
 * the top of the file.
 */
export function drawSeed(): number {
  const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
  beforeEach(({ onTestFailed }) => {
    onTestFailed(() => void process.stderr.write(`FUZZ_SEED=${seed}\n`))
  })
  return seed
}
