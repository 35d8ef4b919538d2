import { ActButton } from '#console/act/act-button.tsx'
import { Link } from 'react-router'
import { personAddress } from '#console/client/addresses.ts'
import { uidText } from '#console/client/display.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Moment } from '#console/list/age.tsx'
import { Line } from '#console/frame/output-line.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { PeopleText } from '#console/text/en/places/people.ts'
import type { PersonPage } from '#console/client/wire.ts'

export function AccountDetails({ of, t }: { of: PersonPage; t: PeopleText }) {
  const { value: word } = useVocabulary()
  return (
    <Panel
      title={t.parts.known}
      aside={
        !of.erased && (
          <>
            <ActButton name="people.change-address" given={{ user: String(of.uid) }} label={t.acts.changeAddress} />
            {(of.secondFactor || of.passkeys.length > 0) && (
              <ActButton
                name="people.reset-second-factor"
                given={{ user: String(of.uid) }}
                label={t.acts.resetFactor}
              />
            )}
            <ActButton name="people.export-data" given={{ user: String(of.uid) }} label={t.acts.exportData} />
            {of.erase === null && (
              <ActButton name="people.erase" given={{ user: String(of.uid) }} label={t.acts.erase} />
            )}
          </>
        )
      }
    >
      <dl className="kv in">
        {of.names.map(({ kind, value }) => (
          <Line key={kind} label={t.words[kind] ?? kind}>
            {value}
          </Line>
        ))}
        <Line label={t.known.invite}>{of.inviteCode}</Line>
        <Line label={t.known.language}>{word(of.language)}</Line>
        <Line label={t.known.registered}>
          <Moment at={of.registered} />
        </Line>
        {of.broughtBy !== null && (
          <Line label={t.known.broughtBy}>
            <Link to={personAddress(of.broughtBy)}>{uidText(of.broughtBy)}</Link>
          </Line>
        )}
        <Line label={t.figures.factor}>{of.secondFactor ? t.figures.codes(of.recoveryCodes) : t.figures.off}</Line>
        {of.affiliate !== null && <Line label={t.known.affiliate}>{word(of.affiliate)}</Line>}
        {of.yearlyUntil !== null && (
          <Line label={t.known.yearly}>
            <Moment at={of.yearlyUntil} />
          </Line>
        )}
      </dl>
    </Panel>
  )
}
