import { ActButton } from '#console/act/act-button.tsx'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Part } from '#console/list/part.tsx'
import type { PeopleText } from '#console/text/en/places/people.ts'
import type { PersonPage } from '#console/client/wire.ts'

export function Changes({ of, t }: { of: PersonPage; t: PeopleText }) {
  const { action } = useVocabulary()
  const waits = new Set(of.changes.filter(({ state }) => state === 'waiting').map(({ id }) => id))
  return (
    <Part
      title={t.parts.changes}
      shape={action('people.show').output.properties?.changes}
      rows={of.changes}
      words={{ ...t.words, stopped: t.stopped }}
      without={['id']}
      foot={of.more.includes('changes') && t.more}
      renderActions={({ id }) =>
        waits.has(id) && <ActButton name="people.stop-change" given={{ change: id }} label={t.acts.stop} />
      }
    />
  )
}
