import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { ConsoleOutcome } from '#shared/console.ts'
import { clockText } from '#console/client/display.ts'
import { isActionName } from '#console/client/action-traits.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName } from '#console/client/wire.ts'
import { Icon } from '#console/frame/icon.tsx'
import { Moment } from '#console/list/age.tsx'
import { Note } from '#console/frame/note.tsx'
import { effectsOf, fill } from './fill.ts'
import { Effects } from './effects.tsx'

type Props = {
  readonly name: ActName
  readonly answer: ConsoleOutcome
  readonly at: Date
  /** True if the effects now differ from the preview that the operator saw. */
  readonly changed: boolean
  readonly other: readonly string[]
  readonly hides?: readonly string[] | undefined
  readonly children: ReactNode
}

export function EffectCard({ name, answer, at, changed, other, hides = [], children }: Props) {
  const vocabulary = useVocabulary()
  const { action, field, label, says, undo, acting } = vocabulary
  const card = useRef<HTMLElement>(null)
  // Moves the keyboard focus to the preview; screen readers announce its title.
  useEffect(() => card.current?.focus(), [at])
  const came = effectsOf(name, answer.input, answer.output)
  const known = action(came.name)
  const sentence = says(came.name)?.[0]
  const title = sentence === undefined ? acting.would : fill(sentence, known, came, vocabulary)
  // Confirms by Ctrl+Enter. Ignores key repeat, so that a held key confirms only once.
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    card.current?.querySelector<HTMLButtonElement>('.go > .btn')?.click()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter sends the form above, and then is the button below
    <section className="effect" tabIndex={-1} ref={card} aria-label={acting.would} onKeyDown={send}>
      <header>
        <Icon name="eye" />
        <h3 className="grow">{title}</h3>
      </header>
      {changed && (
        <Note kind="hold" alert>
          {acting.changed}
          {answer.meanwhile?.map((each) => (
            <p key={each.at}>
              {acting.meanwhile(each.operator, isActionName(each.action) ? label(each.action) : each.action)}{' '}
              <Moment at={each.at} />
            </p>
          ))}
          {other.length > 0 && <p>{acting.other(other.map(field))}</p>}
        </Note>
      )}
      <Effects shape={known.output} output={came.output} without={hides} />
      <p className="proof">
        <Icon name="back" small />
        <span>{acting.rehearsed(clockText(at))}</span>
      </p>
      <p>{undo(came.name)}</p>
      <div className="go">
        {answer.takesTwo !== null && (
          <Note kind="hold">{answer.takesTwo === '' ? acting.takesTwo : acting.takesTwoWhy(answer.takesTwo)}</Note>
        )}
        {children}
      </div>
    </section>
  )
}
