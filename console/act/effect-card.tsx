import { useEffect, useRef, type ReactNode } from 'react'
import type { ConsoleOutcome } from '#shared/console.ts'
import { clockText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { isActionName } from '#console/client/action-traits.ts'
import type { Shape } from '#console/client/shape.ts'
import { useVocabulary, type Vocabulary } from '#console/client/vocabulary.ts'
import type { ActName } from '#console/client/wire.ts'
import { Icon } from '#console/list/icon.tsx'
import { Note } from '#console/list/note.tsx'
import { Effects } from './effects.tsx'
import { fill } from './fill.ts'

type Output = Readonly<Record<string, unknown>>
/** What a proposal comes to is what its action comes to. */
function effectsOf(name: ActName, given: unknown, action: Vocabulary['action']): { schema: Shape; output: Output } {
  const output = (given ?? {}) as Output
  const inner = name === 'approvals.grant' ? output.action : undefined
  if (typeof inner === 'string' && isActionName(inner))
    return { schema: action(inner).output, output: (output.output ?? {}) as Output }
  return { schema: action(name).output, output }
}

type Props = {
  readonly name: ActName
  readonly answer: ConsoleOutcome
  readonly at: Date
  /** The effects are no longer those that the operator saw. */
  readonly changed: boolean
  /** The button that does it, and what belongs to it. */
  readonly children: ReactNode
}

/** What an act would do: title, each effect, when it was rehearsed, then the button that does it. */
export function EffectCard({ name, answer, at, changed, children }: Props) {
  const { t, language } = useSpoken()
  const { action, says } = useVocabulary()
  const card = useRef<HTMLElement>(null)
  // Who works by keyboard reads on here; a screen reader says the title.
  useEffect(() => card.current?.focus(), [at])
  const { schema, output } = effectsOf(name, answer.output, action)
  const sentence = says(name)?.[0]
  const title = sentence === undefined ? t.act.would : fill(sentence, schema, { ...answer.input, ...output }, language)
  return (
    <section className="effect" tabIndex={-1} ref={card} aria-label={t.act.would}>
      <header>
        <Icon name="eye" />
        <h3 className="grow">{title}</h3>
      </header>
      {changed && (
        <Note kind="hold" alert>
          {t.act.changed}
        </Note>
      )}
      <Effects shape={schema} output={output} />
      <p className="proof">
        <Icon name="back" small />
        <span>{t.act.rehearsed(clockText(at))}</span>
      </p>
      <div className="go">
        {answer.takesTwo !== null && (
          <Note kind="hold">{answer.takesTwo === '' ? t.act.takesTwo : t.act.takesTwoWhy(answer.takesTwo)}</Note>
        )}
        {children}
      </div>
    </section>
  )
}
