import { ActButton } from '#console/act/act-button.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

export const Referrals = ({ t }: { t: QueueText }) => (
  <ListPanel
    name="referrals.held"
    input={{}}
    rowsOf="items"
    renderActions={({ uid }) => (
      <>
        <ActButton name="referrals.release" given={{ user: String(uid) }} label={t.count} />
        <ActButton name="referrals.refuse" given={{ user: String(uid) }} label={t.refuse} />
      </>
    )}
  />
)
