import type { nodeActions } from '#shared/contract/operator/nodes.ts'
import { listNodeViews, type NodeView } from '#server/modules/tunnels/nodes.service.ts'
import { listNodeDays, listOnlineOfNodes } from '#server/modules/tunnels/usage.queries.ts'
import {
  addNode,
  disableNode,
  editNode,
  installNode,
  keptNode,
  removeNode,
  rotateNodeToken,
} from '#server/workflows/tunnels/manage-nodes.ts'
import type { HandlersOf } from '../handler.ts'
import { found } from '../page.ts'
import { sentence } from '#text/sentence.ts'

/** Days of traffic that the console shows. */
const shownDays = 30

const percent = (value: number | null) => (value === null ? '' : `${Math.round(value)} %`)

/** Average speed in the last traffic report. Empty before the second one, because the first has no known beginning. */
const rateOf = ({ pushedBytes, pushedSeconds }: NodeView): string => {
  if (pushedBytes === null || pushedSeconds === null || pushedSeconds <= 0) return ''
  const megabits = (pushedBytes * 8) / 1e6 / pushedSeconds
  return `${megabits < 10 ? megabits.toFixed(1) : Math.round(megabits)} Mbit/s`
}

/** State of a node's one-line install command as a word. Empty if the command was used or there is none. */
const lineState = (until: Date | null, now: Date) => {
  if (until === null) return ''
  return until > now ? 'line_open' : 'line_over'
}

export const nodeHandlers: HandlersOf<typeof nodeActions> = {
  async 'nodes.list'(database) {
    const now = new Date()
    const [views, online] = await Promise.all([listNodeViews(database), listOnlineOfNodes(database)])
    const nodes = views.map((node) => ({
      node: node.number,
      name: node.name,
      group: node.nodeGroup,
      protocol: node.protocol,
      address: `${node.host}:${node.port}`,
      serves: node.serves,
      place: [node.country, node.city?.en, node.city?.['zh-CN']].filter(Boolean).join(', '),
      state: node.enabled ? 'on' : 'off',
      called: node.seenAt,
      install: lineState(node.installUntil, now),
      cpu: percent(node.cpuPercent),
      memory: percent(node.memoryPercent),
      disk: percent(node.diskPercent),
      loadAt: node.loadAt,
      online: online.find((each) => each.node === node.number)?.people ?? null,
      traffic: rateOf(node),
      trafficAt: node.pushedAt,
      nodeToken: sentence(node.tokens === 2 ? 'node.twoValid' : 'node.oneValid'),
    }))
    return found({ nodes })
  },
  'nodes.traffic': async (database) =>
    found({ today: new Date().toISOString().slice(0, 10), days: await listNodeDays(database, shownDays) }),
  'nodes.add': addNode,
  'nodes.edit': { kept: keptNode, act: editNode },
  'nodes.install': installNode,
  'nodes.disable': disableNode,
  'nodes.remove': removeNode,
  'nodes.rotate-token': rotateNodeToken,
}
