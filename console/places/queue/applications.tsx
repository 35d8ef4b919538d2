import { ActButton } from '#console/act/act-button.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

export const Applications = ({ t }: { t: QueueText }) => (
  <ListPanel
    name="affiliates.applications"
    input={{}}
    rowsOf="items"
    renderActions={({ uid }) => (
      <>
        <ActButton name="affiliates.approve" given={{ user: String(uid) }} label={t.approve} />
        <ActButton name="affiliates.reject" given={{ user: String(uid) }} label={t.reject} />
      </>
    )}
  />
)
