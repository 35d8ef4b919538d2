import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#shared/errors.ts'

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** One core stays free for everybody else: a flood of sign-ins must not stop the shop. */
const maxConcurrent = Math.max(1, availableParallelism() - 1)
/** Waiting longer than this would outlast the client; better to say so at once. */
const maxWaiting = 200

let active = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (active >= maxConcurrent) {
    if (waiting.length >= maxWaiting) throw new AppError('TooManyRequests')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else active++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else active--
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters))

let decoy: Promise<string> | undefined

/**
 * Compares in the same time whether or not there is an account: without a hash it works on a decoy's, and is wrong.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash(crypto.randomUUID(), parameters)
  const against = stored ?? (await decoy)
  const right = await inTurn(() => verify(against, password))
  return stored !== undefined && right
}
