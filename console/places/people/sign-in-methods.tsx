import { ActButton } from '#console/act/act-button.tsx'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Part } from '#console/list/part.tsx'
import type { PeopleText } from '#console/text/en/places/people.ts'
import type { PersonPage } from '#console/client/wire.ts'

export function SignInMethods({ of, t }: { of: PersonPage; t: PeopleText }) {
  const { action } = useVocabulary()
  const lists = action('people.show').output.properties
  const user = String(of.uid)
  return (
    <>
      <Part
        title={t.parts.devices}
        shape={lists?.devices}
        rows={of.devices}
        words={t.words}
        without={['id']}
        renderActions={({ id }) => (
          <ActButton name="people.unbind-device" given={{ user, device: id }} label={t.acts.unbind} />
        )}
      />
      <Part
        title={t.parts.sessions}
        shape={lists?.sessions}
        rows={of.sessions}
        words={t.words}
        without={['id']}
        aside={<ActButton name="people.end-sessions" given={{ user }} label={t.acts.endAll} />}
        renderActions={({ id }) => (
          <ActButton name="people.end-sessions" given={{ user, session: id }} label={t.acts.end} />
        )}
      />
      <Part title={t.parts.passkeys} shape={lists?.passkeys} rows={of.passkeys} />
      <Part title={t.parts.signIns} shape={lists?.signIns} rows={of.signIns} words={t.words} />
    </>
  )
}
