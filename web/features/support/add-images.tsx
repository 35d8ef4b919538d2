import { useId, useState } from 'react'
import { maxSupportImages } from '#shared/support-limits.ts'
import { FieldError } from '#ui/field-error.tsx'
import { api } from '#web/client/api.ts'
import { ApiError } from '#web/client/api-error.ts'
import type { SupportTexts } from '#text/en/site/support.ts'
import type { ChosenImage } from './draft.ts'
import { readImage } from './read-image.ts'
import { SupportImage } from './support-image.tsx'
import styles from './support.module.css'

type Props = {
  readonly t: SupportTexts
  readonly images: readonly ChosenImage[]
  readonly onChange: (change: (images: readonly ChosenImage[]) => readonly ChosenImage[]) => void
}

export function AddImages({ t, images, onChange }: Props) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function add(files: readonly File[]) {
    setProblem(null)
    setBusy(true)
    setSaid(t.adding)
    const room = maxSupportImages - images.length
    try {
      for (const file of files.slice(0, room)) {
        const data = await readImage(file)
        const image = await api('/api/user/support_add_image', { data }, { handlesErrors: true })
        onChange((known) => [...known, image])
      }
      setSaid(t.added)
      if (files.length > room) setProblem(t.tooManyImages(maxSupportImages))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSaid('')
      setProblem(error.fields?.data ?? error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.images}>
      <label className={`btn quiet s ${styles.add}`} htmlFor={id} aria-busy={busy || undefined}>
        {t.addImages}
        <input
          id={id}
          className="vh"
          type="file"
          multiple
          accept="image/png,image/jpeg,image/webp"
          disabled={busy || images.length >= maxSupportImages}
          aria-describedby={problem === null ? `${id}-hint` : `${id}-error`}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            target.value = ''
            if (files.length > 0) void add(files)
          }}
        />
      </label>
      {problem === null ? (
        <p id={`${id}-hint`} className="small dim">
          {t.imagesHint(maxSupportImages)}
        </p>
      ) : (
        <div role="alert">
          <FieldError id={`${id}-error`} text={problem} />
        </div>
      )}
      {images.length > 0 && (
        <ul className={styles.chosen}>
          {images.map((image, at) => (
            <li key={image.id}>
              <SupportImage image={image} alt={t.picture(at + 1)} />
              <button
                type="button"
                className="btn quiet s"
                onClick={() => onChange((known) => known.filter(({ id: other }) => other !== image.id))}
                aria-label={t.remove(at + 1)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  )
}
