import { ActOf } from '#console/act/act-button.tsx'
import { ListPanel } from '#console/list/list-panel.tsx'
import type { ActionInput } from '#shared/contract/operator.ts'

type Platform = ActionInput<'clients.withdraw'>['platform']

export const Clients = () => (
  <ListPanel
    name="clients.list"
    input={{}}
    rowsOf="items"
    without={['id']}
    aside={<ActOf name="clients.publish" look="plate" />}
    renderActions={({ id, platform, state }) =>
      state === 'public' ? (
        <ActOf name="clients.withdraw" given={{ platform: platform as Platform }} />
      ) : (
        <ActOf name="clients.restore" given={{ release: id }} />
      )
    }
  />
)
