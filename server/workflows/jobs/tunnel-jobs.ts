import type { PanelDeps } from '#server/deps/panel-deps.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { compareWithPanel, checkPanels } from '#server/workflows/tunnels/compare-panels.ts'
import { countAtPanel, startCounting } from '#server/workflows/tunnels/count-panel-usage.ts'
import { deliverToPanel, startDeliveries } from '#server/workflows/tunnels/deliver-tunnels.ts'

export const tunnelJobs = (deps: PanelDeps): JobHandlers => ({
  'start-deliveries': () => startDeliveries(deps),
  'deliver-to-panel': (job) => deliverToPanel(deps, job),
  'look-after-panels': () => checkPanels(deps),
  'compare-with-panel': (job) => compareWithPanel(deps, job),
  'start-counting': () => startCounting(deps),
  'count-at-panel': (job) => countAtPanel(deps, job),
})
