import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { OutputView } from '#console/list/output-view.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/list/reading.tsx'

export function Sms() {
  const { label, about, action } = useVocabulary()
  const spent = useRead('sms.spent', {})
  return (
    <Panel title={label('sms.spent')} foot={about('sms.spent')}>
      <Reading of={spent}>{(data) => <OutputView shape={action('sms.spent').output} output={data} />}</Reading>
    </Panel>
  )
}
