import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from './figures.ts'
import { until, type Member } from './member.ts'
import { protocols, type Protocol, type Stage } from './stage.ts'

export type Join = () => Promise<Member>
type Parts = { readonly stage: Stage; readonly figures: Figures; readonly join: Join }
const secondsSince = (at: number) => (performance.now() - at) / 1_000

export async function refund({ stage, figures }: Parts, member: Member, name: string): Promise<void> {
  const at = performance.now()
  const done = stage.operate('orders', 'refund', '--order', member.order, '--all', '--reason', 'Drill')
  await Promise.all([
    done,
    ...protocols.map(async (protocol) => {
      await member.waitFor(protocol, false)
      figures.add(`${name}, ${protocol}`, secondsSince(at))
    }),
  ])
  await staysOut(figures, member, name)
}

async function staysOut(figures: Figures, member: Member, name: string): Promise<void> {
  for (let n = 0; n < 6; n++) {
    for (const protocol of protocols)
      figures.must(!(await member.connects(protocol)), `${name}: ${protocol} was let through again`)
    await sleep(250)
  }
}

/** Opens connections as a member repeatedly until stopped; each rejection counts as a failure. */
function keepConnecting(figures: Figures, member: Member, which: readonly Protocol[], name: string) {
  const over = new AbortController()
  let times = 0
  const going = (async () => {
    while (!over.signal.aborted) {
      for (const protocol of which)
        figures.must(await member.connects(protocol), `${name}: ${protocol} was refused to someone who has time`)
      times++
      await sleep(500)
    }
  })()
  return {
    async end(): Promise<number> {
      over.abort()
      await going
      return times
    },
  }
}

export async function restartNodes({ stage, figures, join }: Parts): Promise<void> {
  const member = await join()
  for (const protocol of protocols) {
    await stage.nodes[protocol].stop()
    figures.must(!(await member.connects(protocol)), `${protocol} carried something while its node was down`)
    const at = performance.now()
    await stage.nodes[protocol].start()
    await member.waitFor(protocol, true)
    figures.add(`node started again → first byte, ${protocol}`, secondsSince(at))
  }
  const at = performance.now()
  await until(async () => (await member.traffic()) > 0, 'no traffic is reported')
  figures.add('first byte → traffic is shown', secondsSince(at))
  await member.leave()
}

export async function endTime({ stage, figures, join }: Parts): Promise<void> {
  const member = await join()
  const inSeconds = 3
  await stage.letTimeEnd(member.order, inSeconds)
  const at = performance.now() + inSeconds * 1_000
  await Promise.all(
    protocols.map(async (protocol) => {
      await member.waitFor(protocol, false)
      figures.add(`time over → refused, ${protocol}`, secondsSince(at))
    }),
  )
  await staysOut(figures, member, 'time over')
  await member.leave()
}

/** Fault: restarts the product while members keep connecting, and refunds an order right afterwards. */
export async function restartProduct(parts: Parts): Promise<void> {
  const { stage, figures, join } = parts
  const member = await join()
  const connecting = keepConnecting(figures, member, protocols, 'product restarted')
  const at = performance.now()
  await stage.product.stop()
  figures.add('SIGTERM → the product has ended', secondsSince(at))
  await stage.startAgain()
  figures.add('SIGTERM → the product is ready again', secondsSince(at))
  await sleep(3_000)
  figures.must((await connecting.end()) > 0, 'product restarted: nothing was tried')
  await refund(parts, member, 'product restarted, then refund → refused')
  await member.leave()
}

/**
 * Stops the product for this many seconds. Members must stay connected at a running node, a restarted node must accept
 * nobody until the product is back, and memberships that end meanwhile must be closed soon after.
 */
export async function leaveNodesAlone(parts: Parts, seconds: number): Promise<void> {
  const { stage, figures, join } = parts
  const [stays, ends] = [await join(), await join()]
  await stage.letTimeEnd(ends.order, 5)
  await stage.product.stop()
  const connecting = keepConnecting(figures, stays, ['vless'], 'product away')
  await stage.nodes.trojan.stop()
  const started = stage.nodes.trojan.start()
  await sleep(seconds * 1_000)
  figures.must(!(await stays.connects('trojan')), 'a node that was restarted without the product took someone in')
  await stage.startAgain()
  const at = performance.now()
  await Promise.all([
    started.then(async () => {
      await stays.waitFor('trojan', true)
      figures.add('product back → node that was restarted meanwhile takes people again', secondsSince(at))
    }),
    ends
      .waitFor('vless', false)
      .then(() => figures.add('product back → who ended meanwhile is refused', secondsSince(at))),
  ])
  await sleep(3_000)
  const times = await connecting.end()
  figures.must(times > 0, 'product away: nothing was tried')
  process.stdout.write(`  Away for ${seconds} s: ${times} connections of someone who has time.\n`)
  await refund(parts, stays, `product away for ${seconds} s, then refund → refused`)
  await Promise.all([stays.leave(), ends.leave()])
}
