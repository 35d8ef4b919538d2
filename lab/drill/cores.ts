import type { Join } from './faults.ts'
import type { Figures } from './figures.ts'
import { fetchDocuments, openCore } from './core-app.ts'
import type { Core } from './find-cores.ts'
import { until } from './member.ts'
import { kindOfNode, type Stage } from './stage.ts'

/**
 * True for nodes that Debian's v2ray cannot use, because it has neither Shadowsocks 2022 nor XTLS Vision nor REALITY.
 */
const lacks = (core: Core, node: string): boolean => core.name === 'v2ray' && !/^(vless|trojan)$/.test(kindOfNode(node))

/**
 * Fetches pages by a host name that only the nodes know, with each core, document and node that the core supports.
 * After the account ends, every core must be refused.
 */
export async function runCores(
  { stage, figures, join }: { stage: Stage; figures: Figures; join: Join },
  cores: readonly Core[],
): Promise<void> {
  const member = await join()
  const opened: { name: string; connects: () => Promise<boolean> }[] = []
  const apps: { stop(): Promise<void> }[] = []
  const { folder, trusted } = stage
  try {
    for (const core of cores)
      for (const served of await fetchDocuments(core, member.link))
        for (const node of stage.names.filter((one) => !lacks(core, one))) {
          const name = `${core.name} ${core.version}, ${served.app.document}, ${kindOfNode(node)}`
          try {
            const begin = performance.now()
            const app = await openCore(core, served, { node, folder, trusted })
            apps.push(app)
            const connects = async () => {
              const { url, text } = stage.freshPage(stage.pageName)
              return (await app.fetch(url)) === text
            }
            await until(connects, `${name} does not connect`)
            figures.add(`document → first page by name: ${name}`, (performance.now() - begin) / 1_000)
            figures.must(await connects(), `${name}: the second page by name was refused`)
            opened.push({ name, connects })
          } catch (error) {
            figures.failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
          }
        }
    await stage.letTimeEnd(member.order, 0)
    // Tries all nodes at once, because some refuse by silence, for which an app waits its whole timeout.
    await Promise.all(
      opened.map(({ name, connects }) =>
        until(async () => !(await connects()), `${name} is still let through after the end`),
      ),
    )
  } finally {
    await Promise.all(apps.map((app) => app.stop()))
    await member.leave()
  }
}
