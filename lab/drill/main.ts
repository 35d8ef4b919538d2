import { rm } from 'node:fs/promises'
import { launchChromium } from '../../tests/e2e/chromium.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { runCores } from './cores.ts'
import { endTime, leaveNodesAlone, refund, restartNodes, restartProduct } from './faults.ts'
import { Figures } from './figures.ts'
import { coreNames, findCores, findV2ray } from './find-cores.ts'
import { Member } from './member.ts'
import { protocols, Stage } from './stage.ts'

/**
 * `npm run tunnel:drill`: shows with a real VPN daemon on this machine that a sale opens a tunnel and a refund closes
 * it. Makes DRILL_ROUNDS purchases (4), then causes faults, among them a product that is away for DRILL_AWAY_SECONDS
 * (60), then opens each document in every version of sing-box, mihomo, xray and v2ray on PATH. Exits with code 69 if
 * there is no v2ray; `npm test` runs a shorter drill. Times are only printed, because a busy machine makes the drill
 * slower but not wrong.
 */
const missing = 69
/** Time after which a hanging drill is aborted, and further time for closing what it started. */
const [limitMs, closingMs] = [20 * 60_000, 2 * 60_000]
const say = (line: string) => void process.stdout.write(`${line}\n`)
const readNumber = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

/** True from sing-box 1.12 on. Earlier versions resolve names in a way that does not work with the drill's nodes. */
const isNodeVersion = (version: string) => !/^1\.(\d|1[01])\./.test(version)

const v2ray = findV2ray()
if (!v2ray) {
  say('There is no v2ray with its v2ctl on this machine (Debian: apt install v2ray), so that nothing was tried.')
  process.exit(missing)
}
const rounds = readNumber('DRILL_ROUNDS', 4)
const awaySeconds = readNumber('DRILL_AWAY_SECONDS', 60)
const cores = findCores()
const figures = new Figures()
const folder = await makeTemporaryFolder('drill')
await ensureBuilt()
const browser = await launchChromium()
const tooLong = Promise.withResolvers<never>()
// The time limit may reject before anything awaits it, so this handler prevents an unhandled rejection.
tooLong.promise.catch(() => {})
setTimeout(
  () => tooLong.reject(new Error(`the drill hangs: not over after ${limitMs / 60_000} minutes`)),
  limitMs,
).unref()
setTimeout(() => process.exit(1), limitMs + closingMs).unref()
try {
  const stage = await Stage.open(v2ray, folder, 1)
  say(`${v2ray.version}; nodes ask every second; ${rounds} purchases`)
  say(`Cores: ${cores.map(({ name, version }) => `${name} ${version}`).join(', ')}`)
  const absent = coreNames.filter((name) => !cores.some((core) => core.name === name))
  if (absent.length > 0) say(`Not on PATH, so not tried: ${absent.join(', ')}`)
  const join = async () => {
    const member = await Member.join(stage, browser, v2ray)
    for (const protocol of protocols) figures.add(`payment → first byte, ${protocol}`, member.connectedAfter[protocol])
    return member
  }
  const parts = { stage, figures, join }
  const act = async () => {
    for (let round = 0; round < rounds; round++) {
      const member = await join()
      await refund(parts, member, 'refund → refused')
      await member.leave()
    }
    const singBox = cores.find(({ name, version }) => name === 'sing-box' && isNodeVersion(version))
    if (singBox) await stage.addSingBox(singBox.program)
    else say('Without sing-box 1.12 there is no node for Shadowsocks 2022, VLESS with TLS, and REALITY.')
    await runCores(parts, cores)
    await restartNodes(parts)
    await endTime(parts)
    await restartProduct(parts)
    if (awaySeconds > 0) await leaveNodesAlone(parts, awaySeconds)
  }
  try {
    await Promise.race([act(), tooLong.promise])
  } finally {
    await stage.close()
  }
} catch (error) {
  figures.failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}
say('How often; the least, the middle and the most:')
for (const line of figures.lines()) say(line)
for (const failure of new Set(figures.failures)) say(`FAILED: ${failure}`)
// Ends the process explicitly, because a hanging part may keep it alive.
if (figures.failures.length > 0) process.exit(1)
