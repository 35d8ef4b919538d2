import type { nodeActions } from '#shared/contract/operator/nodes.ts'
import { listNodeViews } from '#server/modules/tunnels/nodes.service.ts'
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

const percent = (value: number | null) => (value === null ? '' : `${Math.round(value)} %`)

/** State of a node's one-line install command as a word. Empty if the command was used or there is none. */
const lineState = (until: Date | null, now: Date) => {
  if (until === null) return ''
  return until > now ? 'line_open' : 'line_over'
}

export const nodeHandlers: HandlersOf<typeof nodeActions> = {
  async 'nodes.list'(database) {
    const now = new Date()
    const nodes = (await listNodeViews(database)).map((node) => ({
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
      token: sentence(node.tokens === 2 ? 'node.twoValid' : 'node.oneValid'),
    }))
    return found({ nodes })
  },
  'nodes.add': addNode,
  'nodes.edit': { kept: keptNode, act: editNode },
  'nodes.install': installNode,
  'nodes.disable': disableNode,
  'nodes.remove': removeNode,
  'nodes.rotate-token': rotateNodeToken,
}
