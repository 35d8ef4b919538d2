import { Link } from 'react-router'
import { isOptionalStep, type SetupStep } from '#shared/setup-steps.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { Icon } from '#console/frame/icon.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { TodayText } from '#console/text/en/places/today.ts'

const pages: Readonly<Record<SetupStep, string>> = {
  brand: '/console/system/settings#setting=brand',
  texts: '/console/texts/clause',
  seller: '/console/system/settings#setting=seller',
  plan: '/console/shop/plans',
  payment: '/console/system/connections',
  mail: '/console/system/connections#connection=mail',
  sms: '/console/system/connections#connection=twilio',
  connection: '/console/system/nodes',
  owners: '/console/system/operators',
  backup: '/console/system/alerts',
  sale: '/console/system/settings#rehearsal',
  open: '/console/system/settings#shop=switch',
}

/**
 * Checklist for opening the shop, shown to owners until every step is done but the optional ones. It shows nothing while it loads, because
 * most shops have finished it long ago.
 */
export function Setup({ t }: { t: TodayText }) {
  const { role } = useMe()
  return mayDo(role, 'setup.show') ? <Checklist t={t} /> : null
}

function Checklist({ t }: { t: TodayText }) {
  const { data } = useRead('setup.show', {}, { every: 60_000 })
  const needed = data?.steps.filter(({ step }) => !isOptionalStep(step)) ?? []
  const done = needed.filter(({ isDone }) => isDone).length
  if (!data || done === needed.length) return null
  return (
    <Panel title={t.setup.title} note={t.setup.done(done, needed.length)}>
      <ol className="setup">
        {data.steps.map(({ step, isDone }) => (
          <li key={step}>
            <Icon name={isDone ? 'check' : 'bang'} small />
            <span className="vh">{isDone ? t.setup.isDone : t.setup.isOpen}</span>
            {isDone ? (
              <span className="faint">{t.setup.steps[step].label}</span>
            ) : (
              <span>
                <Link className="lnk" to={pages[step]}>
                  {t.setup.steps[step].label}
                </Link>{' '}
                <span className="faint">{t.setup.steps[step].about}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
