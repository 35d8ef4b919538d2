import { Link } from 'react-router'
import { ActOf } from '#console/act/act-button.tsx'
import { actionAddress } from '#console/client/addresses.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { OutputView } from '#console/list/output-view.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'

/** Current canary statement, and the three steps to publish a new one. The signing key never enters a browser. */
export function Canary({ t }: { t: TextsText['canary'] }) {
  const { role } = useMe()
  const { action, label } = useVocabulary()
  const read = useRead('canary.status', {})
  return (
    <div className="stack">
      <Panel title={t.status}>
        <Reading of={read}>
          {(status) => <OutputView shape={action('canary.status').output} output={status} without={['next']} />}
        </Reading>
      </Panel>
      {mayDo(role, 'canary.publish') && (
        <Panel title={t.renew} aside={<ActOf name="canary.key" look="quiet" />}>
          <ol className="in stack steps">
            <li>
              <p>{t.one}</p>
              <Link className="lnk" to={actionAddress('canary.draft')}>
                {label('canary.draft')}
              </Link>
            </li>
            <li>
              <p>{t.two}</p>
            </li>
            <li>
              <p>{t.three}</p>
              <ActOf name="canary.publish" look="plate" />
            </li>
          </ol>
        </Panel>
      )}
    </div>
  )
}
