import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ConsoleOutcome } from '#shared/console.ts'
import { approvalAddress } from '#console/client/addresses.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'
import { effectsOf, fill } from './fill.ts'
import { Effects } from './effects.tsx'
import { OneTimeValues } from './one-time-values.tsx'
import { SavedFiles } from './saved-files.tsx'

export function Outcome({ name, answer }: { name: ActName; answer: ConsoleOutcome }) {
  const vocabulary = useVocabulary()
  const { action, says, acting } = vocabulary
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const came = effectsOf(name, answer.input, answer.output)
  const { output } = came
  const known = action(came.name)
  const { output: schema, saves = {} } = known
  const sentence = says(came.name)?.[1]
  const fresh = Object.entries(schema.properties ?? {}).filter(
    ([field, { fresh: once }]) => once && hasValue(output[field]),
  )
  const apart = [...fresh.map(([field]) => field), ...Object.values(saves)]
  return (
    <div className="stack" ref={box} tabIndex={-1}>
      {answer.proposal ? (
        <Note kind="hold" alert>
          <p>
            <b>{answer.proposal.isYours ? acting.own : acting.waits}</b> {answer.proposal.why}
          </p>
          <Link to={approvalAddress(answer.proposal.id)}>
            {answer.proposal.isYours ? acting.openProposal : acting.seeProposal}
          </Link>
        </Note>
      ) : (
        <>
          <Note kind="ok" alert>
            {sentence === undefined ? acting.done : fill(sentence, known, came, vocabulary)}
          </Note>
          {fresh.map(([field, shape]) => (
            <OneTimeValues key={field} name={field} shape={shape} value={output[field]} />
          ))}
          <SavedFiles saves={saves} output={output} />
          {sentence === undefined && (
            <div className="effect">
              <Effects shape={schema} output={output} without={apart} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
