import { setTimeout as sleep } from 'node:timers/promises'
import { buy, connectionOf, load, openBuyers } from './buyers.ts'
import { callHeaders, logIn, readSigningKey, send, sign } from './customer.ts'
import { runAlone, type Figures, type Running } from './run-alone.ts'

const seconds = 60
/** Few enough that calls wait for the other load and hardly for each other. */
const askers = 4

/**
 * Latency of `system_user_info`: alone, during a flood of sign-ins, and while Alipay accepts connections without
 * answering; `count` calls each. The load is 16 clients signing in repeatedly, or 40 trying to buy; rejected clients
 * retry. Everything runs on this machine.
 */
export async function measureInTheWay({ origin, simulator, dataDir }: Running, count = 3_000): Promise<Figures> {
  const prefix = `${origin}/v4/test`
  const key = await readSigningKey(origin)
  const authorization = await logIn(prefix, key)
  const url = `${prefix}/api/system/system_user_info`
  const ask = async () => {
    const body = JSON.stringify({ signature: sign(key) })
    const { status } = await send(url, { method: 'POST', headers: { ...callHeaders, authorization }, body })
    if (status !== 200) throw new Error(`user_info was answered with ${status}`)
  }
  const measure = () => load(Array.from({ length: count }), seconds, ask, askers)
  const beside = async (people: number, act: () => Promise<unknown>) => {
    let done = 0
    const over = new AbortController()
    const crowd = Array.from({ length: people }, async () => {
      while (!over.signal.aborted) {
        const isDone = await act().then(
          () => true,
          () => false,
        )
        if (isDone) done++
        else await sleep(100)
      }
    })
    await sleep(1_000)
    const result = await measure()
    over.abort()
    await Promise.all(crowd)
    return { ...result, done }
  }

  await measure()
  const alone = await measure()
  const post = async (path: string, n: number, input: object) => {
    const answer = await send(`${prefix}/api/user/${path}`, {
      method: 'POST',
      headers: { ...callHeaders, 'x-forwarded-for': `10.20.${n}.1` },
      body: JSON.stringify({ ...input, agreed: true, signature: sign(key) }),
    })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.body.toString()}`)
  }
  const person = (n: number) => ({ accountName: `in.the.way.${'abcdefghijklmnop'[n]}`, password: 'clear-road-2026' })
  for (let n = 0; n < 16; n++) await post('user_register_username', n, person(n))
  let turn = 0
  const flood = await beside(16, () => {
    const n = turn++ % 16
    return post('user_login_username', n, person(n))
  })
  const buyers = [...(await openBuyers(await connectionOf(dataDir), 5_000))]
  const faults = `${simulator}/switchboard/alipay/faults`
  const headers = { 'content-type': 'application/json' }
  await send(faults, { method: 'POST', headers, body: JSON.stringify({ method: '*', kind: 'timeout', times: 1e6 }) })
  const silent = await beside(40, () => buy(origin, buyers.pop() ?? ''))
  await send(faults, { method: 'DELETE' })

  const row = ({ p99Ms, done }: { p99Ms: number; done?: number }) => ({
    'p99, ms': p99Ms,
    'to alone': Math.round((p99Ms / alone.p99Ms) * 100) / 100,
    'done beside it': done ?? 0,
  })
  return {
    'user_info alone': row(alone),
    'user_info in a flood of sign-ins': row(flood),
    'user_info while a provider is silent': row(silent),
  }
}

if (import.meta.main) await runAlone(measureInTheWay)
