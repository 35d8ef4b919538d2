import type { ConsoleError } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { Note } from './note.tsx'

export function Failure({ error, retry }: { error: ConsoleError; retry: () => void }) {
  const { t } = useSpoken()
  return (
    <div className="in">
      <Note kind="stop" alert>
        <p>{error.message || t.offline}</p>
        {error.requestId !== null && <p>{t.requestId(error.requestId)}</p>}
        <button type="button" className="lnk" onClick={retry}>
          {t.retry}
        </button>
      </Note>
    </div>
  )
}
