import { useId, useState } from 'react'
import type { SiteMark } from '#shared/site.ts'
import type { FormValue } from '#console/act/form-values.ts'
import { FieldError } from '#console/frame/note.tsx'
import type { BrandText } from '#console/text/en/places/brand.ts'
import { readValue } from './read-value.ts'

type Props = {
  readonly t: BrandText['mark']
  readonly value: FormValue | undefined
  readonly onChange: (value: FormValue) => void
}
const maxBytes = 85_000

export function MarkInput({ t, value, onChange }: Props) {
  const id = useId()
  const [isTooLarge, setTooLarge] = useState(false)
  const mark = readValue(value) as SiteMark | null
  const take = async (file: File | undefined) => {
    if (!file) return
    setTooLarge(file.size > maxBytes)
    if (file.size <= maxBytes) onChange(JSON.stringify(await readMark(file)))
  }
  return (
    <div className="field">
      <label htmlFor={id}>{t.choose}</label>
      <div className="bar">
        {mark && <img src={sourceOf(mark)} alt={t.alt} width="64" height="64" />}
        <input
          id={id}
          type="file"
          className="in-t"
          accept=".svg,.png,image/svg+xml,image/png"
          aria-describedby={isTooLarge ? `${id}-error` : undefined}
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </div>
      {isTooLarge && <FieldError id={`${id}-error`} text={t.tooLarge} />}
      {mark ? (
        <button type="button" className="lnk" onClick={() => onChange('null')}>
          {t.shipped}
        </button>
      ) : (
        <p className="faint">{t.isShipped}</p>
      )}
    </div>
  )
}

async function readMark(file: File): Promise<SiteMark> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x89)
    return { kind: 'png', data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  return { kind: 'svg', data: new TextDecoder().decode(bytes) }
}

/**
 * URL for an `img`, where a picture runs no script and loads nothing, so the file may be shown before the server has
 * checked it.
 */
const sourceOf = ({ kind, data }: SiteMark): string =>
  kind === 'png' ? `data:image/png;base64,${data}` : `data:image/svg+xml,${encodeURIComponent(data)}`
