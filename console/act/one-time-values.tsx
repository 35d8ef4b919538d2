import type { Shape } from '#console/client/shape.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { useCopy } from '#ui/use-copy.ts'
import { Panel } from '#console/list/panel.tsx'

/** Values shown only once, such as secrets and new ids, each with a copy button. */
export function OneTimeValues({ name, shape, value }: { name: string; shape: Shape; value: unknown }) {
  const { field, acting } = useVocabulary()
  const lines: readonly (readonly [string, string])[] =
    shape.properties && typeof value === 'object' && value !== null
      ? Object.entries(value).map(([part, text]) => [field(part), String(text)])
      : [[field(name), Array.isArray(value) ? value.join('\n') : String(value)]]
  return (
    <Panel title={field(name)} note={acting.fresh}>
      <dl className="kv in">
        {lines.map(([label, text]) => (
          <Once key={label} label={label} text={text} />
        ))}
      </dl>
    </Panel>
  )
}

function Once({ label, text }: { label: string; text: string }) {
  const { acting } = useVocabulary()
  const { copied, copy } = useCopy()
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {text.includes('\n') ? <pre>{text}</pre> : <code>{text}</code>}{' '}
        <button type="button" className="lnk" onClick={() => void copy(text)}>
          {acting.copy}
        </button>{' '}
        <span role="status">{copied && acting.copied}</span>
      </dd>
    </>
  )
}
