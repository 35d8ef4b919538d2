import '#ui/copy.css'
import '#ui/plate.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { api } from '#web/client/api.ts'
import { Listing } from '#web/display/listing.tsx'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { isAlive } from '#web/features/groups/base/group-part.ts'
import { groupsQuery, type MyGroup, type Which } from '#web/features/groups/base/groups.queries.ts'
import { MyGroupCard } from './my-group-card.tsx'
import styles from './my-groups.module.css'

type Props = { readonly t: GroupTexts; readonly language: Language }

export default function MyGroups({ t, language }: Props) {
  const [chosen, setChosen] = useState<Which | null>(null)
  const created = useInfiniteQuery({ ...groupsQuery('created'), enabled: chosen === null })
  const joined = useInfiniteQuery({ ...groupsQuery('joined'), enabled: chosen === null })
  const isKnown = chosen !== null || (!created.isPending && !joined.isPending)
  const which = chosen ?? (isKnown ? firstTab(groupsIn(created), groupsIn(joined)) : null)
  // The first tab stays open, even if the lists change later.
  if (chosen === null && which !== null) setChosen(which)
  if (which === null) return <Skeleton size="list" />
  return (
    <>
      <Tabs
        label={t.list.label}
        panel="my-groups"
        chosen={which}
        onChoose={setChosen}
        tabs={(['created', 'joined'] as const).map((key) => ({ key, text: t.list[key] }))}
      />
      <div id="my-groups" className={styles.panel} role="tabpanel" aria-labelledby={`my-groups-${which}`} tabIndex={-1}>
        <Groups key={which} t={t} language={language} which={which} />
      </div>
    </>
  )
}

/** Opens on the list with a group that is still going on, otherwise on one with any group. */
function firstTab(created: readonly MyGroup[], joined: readonly MyGroup[]): Which {
  if (created.some(isAlive)) return 'created'
  if (joined.some(isAlive)) return 'joined'
  return created.length === 0 && joined.length > 0 ? 'joined' : 'created'
}

const groupsIn = ({
  data,
}: {
  data?: { readonly pages: readonly { readonly list: readonly MyGroup[] }[] } | undefined
}) => data?.pages.flatMap(({ list }) => list) ?? []

function Groups({ t, language, which }: Props & { which: Which }) {
  const [now] = useState(Date.now)
  const { data, ...query } = useInfiniteQuery(groupsQuery(which))
  const { data: config } = useQuery({
    queryKey: ['config'],
    queryFn: () => api('/api/system/system_client_config', {}, { handlesErrors: true }),
  })
  const { title, text, action } = t.list.empty[which]
  return (
    <Listing
      t={{ failed: t.list.failed, retry: t.list.again, older: t.list.more }}
      query={{ ...query, rows: data?.pages.flatMap(({ list }) => list) }}
      empty={{
        title,
        text,
        way: (
          <a className="link" href={which === 'created' ? '/group-buying#start' : '/group-buying'}>
            {action}
          </a>
        ),
      }}
    >
      {(groups) => (
        <ul className={styles.list}>
          {groups.map((group) => (
            <MyGroupCard
              key={group.groupId}
              t={t}
              language={language}
              methods={config?.methods ?? []}
              group={group}
              now={now}
            />
          ))}
        </ul>
      )}
    </Listing>
  )
}
