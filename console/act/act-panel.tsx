import { gap } from '#shared/language.ts'
import { useEffect, useState } from 'react'
import type { ConsoleOutcome } from '#shared/console.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { countText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { formatRefusal } from '#console/client/console-error.ts'
import { useMe } from '#console/client/session.ts'
import { useAct } from '#console/client/use-act.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActName, Given, Output } from '#console/client/wire.ts'
import { Note } from '#console/frame/note.tsx'
import { ActionForm, type Control } from './action-form.tsx'
import { EditedNote } from './edited-note.tsx'
import { EffectCard } from './effect-card.tsx'
import { shownSchema, type FormErrors, type FormValue, type FormValues } from './form-values.ts'
import { Outcome } from './outcome.tsx'
import { isDestructive } from './is-destructive.ts'
import { useSavedValues } from './use-saved-values.ts'
import { useTypedValues } from './use-typed-values.ts'
import { DeniedReason } from './denied-reason.tsx'
import { withSum } from './fill.ts'

type Props<N extends ActName> = {
  readonly name: N
  /** Values of fields that the page already knows, so that the form does not ask for them. */
  readonly given?: Given<N>
  readonly initial?: Readonly<Record<string, FormValue | undefined>>
  /** Key under which typed values are stored; by default all of `given`. */
  readonly about?: string
  readonly onDone?: (answer: ConsoleOutcome) => void
  readonly goLabel?: (output: Output<N>) => string | null
  /** True if the action takes away money, time or access when it is used here. */
  readonly isTaking?: boolean
  readonly hides?: (output: Output<N>) => readonly (keyof Output<N> & string)[]
  readonly onTyped?: (values: FormValues) => void
  readonly controls?: Readonly<Record<string, Control>>
  /** True if the custom control shows refusals of the server, at the part of its value that they name. */
  readonly showsParts?: boolean
  /** Optional fields that this use of the action needs. */
  readonly requires?: readonly string[]
}

const nothing: FormValues = {}

function Progress({ done }: { readonly done: number | null }) {
  return (
    <span role="status" className="faint num">
      {done !== null && `… ${countText(done)}`}
    </span>
  )
}

export function ActPanel<N extends ActName>({ name, given, initial = nothing, about, ...props }: Props<N>) {
  const {
    onDone,
    onTyped,
    goLabel,
    isTaking = isDestructive(name),
    hides,
    controls,
    showsParts = false,
    requires = [],
  } = props
  const { t, language } = useSpoken()
  const { action, label, field, acting } = useVocabulary()
  const me = useMe()
  const of = about ?? (given ? JSON.stringify(given) : '')
  const typed = useTypedValues(name, of, initial)
  const { values, set } = typed
  useEffect(() => onTyped?.(values), [onTyped, values])
  const known = (given ?? {}) as FormValues
  const kept = useSavedValues(name, of, mayDo(me.role, name), typed, known)
  const [errors, setErrors] = useState<FormErrors>({})
  const act = useAct(name, kept.meet)
  if (!mayDo(me.role, name)) return <DeniedReason name={name} />

  const { input: schema, second, stepUp } = action(name)
  const refusal = act.refused?.kept ? null : act.refused
  const words = refusal && formatRefusal(refusal, t, field)
  // A refusal that names only a part concerns the value of the custom control.
  const place = refusal && (refusal.field ?? (showsParts && refusal.part ? Object.keys(controls ?? {})[0] : null))
  const atField = place && words && !(place in known) ? { [place]: words } : {}
  const shownErrors = { ...errors, ...atField }
  const shown = shownSchema(schema, { ...values, ...known })
  const required = [...(shown.required ?? []), ...requires].filter((each) => !(each in known))
  const open = { ...shown, required }

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
        list={known.list}
        record={known.id}
        errors={shownErrors}
        locked={act.busy === 'act'}
        controls={controls}
        refused={refusal}
        showsParts={showsParts}
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
            {second !== undefined && acting.twoWhen(second)}
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
