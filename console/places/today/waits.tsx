import { Link } from 'react-router'
import type { ActionName } from '#shared/contract/operator.ts'
import { actionAddress } from '#console/client/addresses.ts'
import { countText } from '#console/client/display.ts'
import type { Output } from '#console/client/wire.ts'
import { Age } from '#console/list/age.tsx'
import { DataTable } from '#console/list/data-table.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'

type Props = { readonly t: TodayText; readonly waits: Output<'today.show'>['waits'] }

/** Each count is that of the list behind it. */
export const Waits = ({ t, waits }: Props) => (
  <Panel title={t.waiting}>
    <DataTable
      caption={t.waiting}
      rows={waits}
      keyOf={({ what }) => what}
      columns={[
        {
          id: 'list',
          label: t.list,
          render: ({ what, list }) => (
            <Link to={actionAddress(list as ActionName, what === 'deadJobs' ? { status: 'dead' } : {})}>
              {t.lists[what as keyof TodayText['lists']]}
            </Link>
          ),
        },
        {
          id: 'count',
          label: t.count,
          right: true,
          render: ({ count, isMore }) => `${countText(count)}${isMore ? '+' : ''}`,
        },
        {
          id: 'oldest',
          label: t.oldest,
          render: ({ oldest }) => (oldest === null ? '–' : <Age since={oldest} />),
        },
      ]}
    />
  </Panel>
)
