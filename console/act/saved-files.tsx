import { useVocabulary } from '#console/client/vocabulary.ts'
import { saveFile } from '#ui/save-file.ts'
import { Icon } from '#console/frame/icon.tsx'

type Props = {
  readonly saves: Readonly<Record<string, string>>
  readonly output: Readonly<Record<string, unknown>>
}
type Named = { readonly path: string; readonly text: string }

export function SavedFiles({ saves, output }: Props) {
  const { acting } = useVocabulary()
  const files = Object.values(saves).flatMap((field): readonly Named[] => {
    const made = output[field]
    return typeof made === 'string' ? [{ path: `${field}.${field}`, text: made }] : ((made ?? []) as Named[])
  })
  if (files.length === 0) return null
  return (
    <ul className="stack">
      {files.map((file) => (
        <li key={file.path}>
          <button type="button" className="lnk" onClick={() => saveFile(file.path.replaceAll('/', '-'), file.text, '')}>
            <Icon name="save" small />
            {acting.save} {file.path}
          </button>
        </li>
      ))}
    </ul>
  )
}
