import { useCallback, useState, type ReactNode } from 'react'
import type { Control } from '#console/act/action-form.tsx'
import { ActPanel } from '#console/act/act-panel.tsx'
import type { FormValues } from '#console/act/form-values.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { Note } from '#console/frame/note.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { BrandText } from '#console/text/en/places/brand.ts'
import { LookInput } from './look-input.tsx'
import { MarkInput } from './mark-input.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { SentencesInput } from './sentences-input.tsx'
import '../settings/settings.css'

const settings = ['look', 'mark', 'pageTexts'] as const
type BrandSetting = (typeof settings)[number]

/**
 * Page for the shop's look, mark (logo) and page texts, with a preview of the typed values. Each of the three is saved
 * separately.
 */
export default function Brand({ t }: { t: BrandText }) {
  const { role } = useMe()
  const [typed, setTyped] = useState<Partial<Record<BrandSetting, string>>>({})
  const take = useCallback(
    (setting: BrandSetting, { value }: FormValues) =>
      setTyped((before) =>
        typeof value !== 'string' || before[setting] === value ? before : { ...before, [setting]: value },
      ),
    [],
  )
  if (!mayDo(role, 'settings.set')) return <Note kind="hold">{t.ownerOnly}</Note>
  return (
    <div className="desk brand">
      <div className="stack">
        <p className="faint">{t.names}</p>
        <Part title={t.look.title} note={t.look.note}>
          <Change setting="look" onTyped={take}>
            {(wiring) => <LookInput t={t.look} {...wiring} />}
          </Change>
        </Part>
        <Part title={t.mark.title} note={t.mark.note}>
          <Change setting="mark" onTyped={take}>
            {(wiring) => <MarkInput t={t.mark} {...wiring} />}
          </Change>
        </Part>
        <Part title={t.sentences.title} note={t.sentences.note}>
          <Change setting="pageTexts" onTyped={take}>
            {(wiring) => <SentencesInput t={t.sentences} {...wiring} />}
          </Change>
        </Part>
      </div>
      <BrandPreview t={t} typed={typed} />
    </div>
  )
}

const Part = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <Panel title={title} note={note}>
    <div className="in">{children}</div>
  </Panel>
)

type ChangeProps = {
  readonly setting: BrandSetting
  readonly children: Control
  readonly onTyped: (setting: BrandSetting, values: FormValues) => void
}
function Change({ setting, children, onTyped }: ChangeProps) {
  const take = useCallback((values: FormValues) => onTyped(setting, values), [onTyped, setting])
  return <ActPanel name="settings.set" given={{ setting }} controls={{ value: children }} onTyped={take} />
}
