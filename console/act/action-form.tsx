import { Fragment, useEffect, useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { ConsoleError } from '#console/client/console-error.ts'
import type { Shape } from '#console/client/shape.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { FieldError } from '#console/frame/note.tsx'
import { FormField } from './form-field.tsx'
import { readForm, type FormErrors, type FormValue, type FormValues } from './form-values.ts'

/** Custom control of a field, used instead of the one that its schema implies. */
export type Control = (props: {
  readonly value: FormValue | undefined
  readonly onChange: (value: FormValue | undefined) => void
  /** Refusal of the server, and the part of the value that it names, for controls that show it there. */
  readonly error: string | undefined
  readonly part: string | null
}) => ReactNode

type Props = {
  readonly schema: Shape
  readonly without: readonly string[]
  readonly values: FormValues
  readonly errors: FormErrors
  readonly onChange: (name: string, value: FormValue | undefined) => void
  readonly onErrors: (errors: FormErrors) => void
  readonly onSubmit: (input: Readonly<Record<string, unknown>>) => void
  readonly isRead?: boolean
  /** Export list chosen on the page, so that the form does not ask for it. */
  readonly list?: FormValue | undefined
  /** Record that the page has chosen and whose parts a field offers. */
  readonly record?: FormValue | undefined
  readonly locked?: boolean
  readonly controls?: Readonly<Record<string, Control>> | undefined
  /** Refusal of the server. The first field that it concerns gets the focus. */
  readonly refused: ConsoleError | null
  /** True if the custom controls show errors about parts of their values. */
  readonly showsParts?: boolean
  readonly children: ReactNode
}

export function ActionForm({ schema, without, values, errors, onChange, onErrors, onSubmit, ...props }: Props) {
  const { isRead = false, list, record, locked = false, controls = {}, refused, showsParts, children } = props
  const { acting } = useVocabulary()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])
  const part = refused?.part ?? null
  const isRequired = (name: string) => schema.required?.includes(name) ?? false
  // A full refund takes back all membership time, so the form then asks for no days.
  const asks = (name: string) => !(name === 'takeDays' && values.all === true)
  const names = Object.keys(schema.properties ?? {}).filter((name) => !without.includes(name) && asks(name))

  const isApart = (name: string) => schema.properties?.[name]?.advanced ?? false
  const apart = names.filter(isApart)

  const drawField = (name: string) => {
    const wiring = { value: values[name], onChange: (value: FormValue | undefined) => onChange(name, value) }
    const control = controls[name]
    return control ? (
      <Fragment key={name}>
        {control({ ...wiring, error: refused ? errors[name] : undefined, part })}
        {errors[name] && !(showsParts && refused) && <FieldError id={`${name}-error`} text={errors[name]} />}
      </Fragment>
    ) : (
      <FormField
        key={name}
        name={name}
        shape={schema.properties?.[name] ?? {}}
        required={isRequired(name)}
        isRead={isRead}
        error={errors[name]}
        list={values.list ?? list}
        record={values.id ?? record}
        {...wiring}
      />
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readForm(schema, asks('takeDays') ? values : { ...values, takeDays: undefined }, acting)
    onErrors(read.errors)
    const [first] = names.filter((name) => read.errors[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else onSubmit(read.input)
  }
  const send = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault()
      form.current?.requestSubmit()
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter sends from a field of several lines, where Enter is a new line
    <form className="form" ref={form} noValidate method="post" onSubmit={submit} onKeyDown={send}>
      <fieldset disabled={locked}>
        {names.filter((name) => !isApart(name)).map(drawField)}
        {apart.length > 0 && (
          <details className="more" open={apart.some((name) => errors[name] !== undefined)}>
            <summary>{acting.advanced}</summary>
            {apart.map(drawField)}
          </details>
        )}
        {children}
      </fieldset>
    </form>
  )
}
