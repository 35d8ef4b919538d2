import { Icon } from '#console/frame/icon.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'
import type { Fields } from './merge-fields.ts'
import type { Findings } from './use-draft.ts'

const checks = {
  both: ['missing'],
  placeholders: ['unknown-placeholder', 'torn-placeholder', 'needs-placeholder'],
  same: ['placeholders-differ', 'headings-differ', 'links-differ'],
  links: ['refused-link', 'dead-link', 'mail-link'],
  stale: ['one-language'],
} as const
type CheckName = keyof typeof checks

type Props = { readonly t: TextsText; readonly fields: Fields; readonly findings: Findings }

/** List of checks that the text has passed, so that operators see what was checked. */
export function Checks({ t, fields, findings }: Props) {
  const text = Object.values(fields).join('\n')
  const placeholders = new Set(text.match(/\{\{\s*[a-zA-Z]+\s*\}\}/g)).size
  const right = (Object.keys(checks) as CheckName[]).filter(
    (name) => !findings.some(({ finding }) => (checks[name] as readonly string[]).includes(finding)),
  )
  return (
    <ul className="bar checks" aria-label={t.editor.checked}>
      {right.map((name) => (
        <li key={name} className="tag ok">
          <Icon name="check" small /> {t.editor.checks[name](placeholders)}
        </li>
      ))}
    </ul>
  )
}
