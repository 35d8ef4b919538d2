import { Link, Navigate, useParams } from 'react-router'
import { useAddressValues } from '#console/client/address-values.ts'
import { actionTraits, isActionName, mayDo } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { placeOf } from '#shared/contract/operator/place-of.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ReadName } from '#console/client/wire.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { AlsoHere } from '#console/list/panel.tsx'
import { Head } from '#console/frame/head.tsx'
import { ActPanel } from './act-panel.tsx'
import { ReadPanel } from './read-panel.tsx'
import { DeniedReason } from './denied-reason.tsx'

/** Pages with a form of their own for an action, which would otherwise ask for a file or a list. */
const ownPages: Readonly<Partial<Record<ActionName, string>>> = {
  'connections.set': '/console/system/connections',
  'exports.start': '/console/money/exports',
  'mailings.send': '/console/people/mailings/new',
  'mailings.test': '/console/people/mailings/new',
  'nodes.add': '/console/system/nodes/new',
  'notifications.set': '/console/system/notifications',
  'settings.set': '/console/system/settings',
  'terms.publish': '/console/affiliates/terms/new',
  'tunnels.set-provider': '/console/system/tunnels/new',
  'tunnels.test-settings': '/console/system/tunnels/new',
}

export default function ActionPage() {
  const { t } = useSpoken()
  const { acting } = useVocabulary()
  const { name = '' } = useParams()
  const own = isActionName(name) ? ownPages[name] : undefined
  if (own !== undefined) return <Navigate to={own} replace />
  if (!isActionName(name)) return <Head title={t.nowhere.title} about={acting.unknown} />
  return <Known key={name} name={name} />
}

function Known({ name }: { name: ActionName }) {
  const { t } = useSpoken()
  const { label, about } = useVocabulary()
  const { role } = useMe()
  const [initial] = useAddressValues()
  const place = placeOf(name)
  return (
    <>
      <Head
        title={label(name)}
        about={about(name)}
        crumb={
          <>
            <Link to={`/console/${place}`}>{t.places[place]}</Link>
          </>
        }
      />
      {!isRead(name) && <AlsoHere place={place} id={name} />}
      {!mayDo(role, name) ? (
        <DeniedReason name={name} />
      ) : isRead(name) ? (
        <ReadPanel name={name} />
      ) : (
        <section className="panel">
          <div className="in">
            <ActPanel name={name} initial={initial} />
          </div>
        </section>
      )}
    </>
  )
}

const isRead = (name: ActionName): name is ReadName => actionTraits[name].kind === 'read'
