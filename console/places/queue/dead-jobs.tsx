import { ActButton } from '#console/act/act-button.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { QueueText } from '#console/text/en/places/queue.ts'

export const DeadJobs = ({ t }: { t: QueueText }) => (
  <ListPanel
    name="jobs.list"
    input={{ status: 'dead' }}
    rowsOf="items"
    title={t.tabs.jobs}
    without={['id']}
    aside={<ActButton name="jobs.run" given={{ dead: 'all', job: undefined }} label={t.runAll} look="quiet" />}
    renderActions={({ id }) => (
      <>
        <ActButton name="jobs.run" given={{ job: id, dead: undefined }} label={t.run} />
        <ActButton name="jobs.drop" given={{ job: id }} label={t.drop} />
      </>
    )}
  />
)
