import { gap } from '#shared/punctuation.ts'
import { useEffect, useState } from 'react'
import type { ConsoleOutcome } from '#shared/console.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { countText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { sayRefusal } from '#console/client/say-refusal.ts'
import { useMe } from '#console/client/session.ts'
import { useAct } from '#console/client/use-act.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName, Given, Output } from '#console/client/wire.ts'
import { Note } from '#console/list/note.tsx'
import { ActionForm } from './action-form.tsx'
import { EditedNote } from './edited-note.tsx'
import { EffectCard } from './effect-card.tsx'
import type { FormErrors, FormValue, FormValues } from './form-values.ts'
import { Outcome } from './outcome.tsx'
import { takesAway } from './takes-away.ts'
import { useKept } from './use-kept.ts'
import { useTyped } from './use-typed.ts'
import { WhyNot } from './why-not.tsx'
import { withSum } from './with-sum.ts'

type Props<N extends ActName> = {
  readonly name: N
  /** Fields that the place knows; they are not asked. */
  readonly given?: Given<N>
  /** What stands in the others at first. */
  readonly initial?: Readonly<Record<string, FormValue | undefined>>
  /** What the typed words belong to, where that is less than all that is given. */
  readonly about?: string
  readonly onDone?: (answer: ConsoleOutcome) => void
  /** What the button that does it says, where the place knows better than the action's name; null where it does not. */
  readonly goLabel?: (output: Output<N>) => string | null
  /** Whether this takes money, time or access from someone, where not every act of this name does. */
  readonly isTaking?: boolean
  /** Of the effects, what the place shows already. */
  readonly hides?: (output: Output<N>) => readonly (keyof Output<N> & string)[]
  /** Hears what stands in the form, at first and after each change. */
  readonly onTyped?: (values: FormValues) => void
}

const nothing: FormValues = {}

/** How far long work has come; it is read out as it grows. */
function Progress({ done }: { readonly done: number | null }) {
  return (
    <span role="status" className="faint num">
      {done !== null && `… ${countText(done)}`}
    </span>
  )
}

/** An act from its form over the preview to what came of it; for any place. */
export function ActPanel<N extends ActName>({ name, given, initial = nothing, about, ...props }: Props<N>) {
  const { onDone, onTyped, goLabel, isTaking = takesAway(name), hides } = props
  const { t, language } = useSpoken()
  const { action, label, field, hint, acting } = useVocabulary()
  const me = useMe()
  const of = about ?? (given ? JSON.stringify(given) : '')
  const typed = useTyped(name, of, initial)
  const { values, set } = typed
  useEffect(() => onTyped?.(values), [onTyped, values])
  const known = (given ?? {}) as FormValues
  const kept = useKept(name, of, mayDo(me.role, name), typed, known)
  const [errors, setErrors] = useState<FormErrors>({})
  const act = useAct(name, kept.meet)
  if (!mayDo(me.role, name)) return <WhyNot name={name} />

  const { input: schema, second, stepUp } = action(name)
  const refusal = act.refused?.kept ? null : act.refused
  const words = refusal && sayRefusal(refusal, t, field)
  const atField = refusal?.field && words && !(refusal.field in known) ? { [refusal.field]: words } : {}
  const shownErrors = { ...errors, ...atField }
  const open = { ...schema, required: schema.required?.filter((each) => !(each in known)) ?? [] }

  const go = async () => {
    const done = await act.act()
    if (!done) return
    typed.forget()
    kept.forget()
    onDone?.(done)
  }
  if (act.done)
    return (
      <div className="stack">
        <Outcome name={name} answer={act.done} />
        <div className="bar">
          <button type="button" className="btn q" onClick={act.reset}>
            {acting.another}
          </button>
        </div>
      </div>
    )
  return (
    <div className="acting" data-act={name}>
      <ActionForm
        schema={open}
        without={Object.keys(known)}
        values={values}
        errors={shownErrors}
        locked={act.busy === 'act'}
        onChange={(changed, value) => {
          set(changed, value)
          setErrors(({ [changed]: _mended, ...others }) => others)
          if (act.rehearsed || act.refused || act.busy === 'preview') act.reset()
        }}
        onErrors={setErrors}
        onSubmit={(input) => void act.preview({ ...input, ...known }, kept.expect)}
      >
        {kept.isFilled && !kept.edited && <p className="faint">{acting.filled}</p>}
        {(second !== undefined || stepUp) && !act.rehearsed && (
          <p className="faint">
            {second !== undefined && acting.twoWhen(hint(second))}
            {gap(language)}
            {stepUp && acting.takesCode}
          </p>
        )}
        <div className="bar">
          <button type="submit" className={act.rehearsed ? 'btn q' : 'btn'} disabled={act.busy !== null}>
            {act.busy === 'preview' ? acting.previewing : act.rehearsed ? acting.again : acting.preview}
          </button>
          {act.busy === 'preview' && <Progress done={act.progress} />}
        </div>
      </ActionForm>
      {kept.edited && <EditedNote edited={kept.edited} values={values} onSettle={kept.settle} />}
      {refusal && Object.keys(atField).length === 0 && !act.rehearsed && (
        <Note kind="stop" alert>
          {words}
        </Note>
      )}
      {act.rehearsed && (
        <EffectCard name={name} {...act.rehearsed} hides={hides?.(act.rehearsed.answer.output as Output<N>)}>
          {refusal && (
            <Note kind="stop" alert>
              {words}
            </Note>
          )}
          <button
            type="button"
            className={isTaking ? 'btn stopgo' : 'btn'}
            disabled={act.busy !== null}
            onClick={() => void go()}
          >
            {act.busy === 'act'
              ? acting.going
              : (goLabel?.(act.rehearsed.answer.output as Output<N>) ??
                withSum(label(name), act.rehearsed.answer.output, language))}
          </button>
          {act.busy === 'act' && <Progress done={act.progress} />}
        </EffectCard>
      )}
    </div>
  )
}
