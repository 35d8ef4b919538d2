import { lazy, Suspense, useId, type ReactNode } from 'react'
import { dateParts, zoneName } from '#console/client/display.ts'
import type { Shape } from '#console/client/shape.ts'
import { useNow } from '#console/client/use-now.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { ActingText } from '#console/text/en/acting.ts'
import { FieldError } from '#console/frame/note.tsx'
import { readChosen, readFolder } from './chosen-files.ts'
import { closedMonths } from './closed-months.ts'
import { PickSeveral } from './pick-several.tsx'
import { fieldKind, type FieldKind, type FormValue, type Wiring } from './form-values.ts'

type Props = {
  readonly name: string
  readonly shape: Shape
  readonly required: boolean
  /** True if the form belongs to a read action, where an empty field means no filter. */
  readonly isRead: boolean
  readonly value: FormValue | undefined
  readonly error: string | undefined
  /** Export list chosen in the same form, whose columns this field offers. */
  readonly list?: FormValue | undefined
  /** Record that the form is about, such as the import whose plans a field offers. */
  readonly record?: FormValue | undefined
  readonly onChange: (value: FormValue | undefined) => void
}

const PlaceField = lazy(() => import('./place-fields.tsx'))

export function FormField(props: Props) {
  const { name, shape, required, isRead, value, error, onChange } = props
  const { field, value: word, acting } = useVocabulary()
  const id = useId()
  const kind = fieldKind(name, shape)
  const hint = hintOf(shape.description ?? '', field(name), kind, acting)
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const wiring: Wiring = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
  const below = (
    <>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </>
  )
  if (kind === 'flag')
    return (
      <div className="field">
        <label className="flag">
          <input
            type="checkbox"
            {...wiring}
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span>
            <b>{field(name)}</b>
          </span>
        </label>
        {below}
      </div>
    )
  if (kind === 'picks')
    return (
      <div className="field">
        <span>
          <b>{field(name)}</b> {!required && <span className="faint">({acting.optional})</span>}
        </span>
        <PickSeveral
          name={name}
          legend={field(name)}
          described={described || undefined}
          picks={shape.picks}
          list={props.list}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
        />
        {below}
      </div>
    )
  if (kind === 'days')
    return (
      <div className="field">
        <KeepOrTake wiring={wiring} legend={field(name)} value={value} onChange={onChange} />
        {below}
      </div>
    )
  return (
    <div className="field">
      <label htmlFor={id}>
        {field(name)} {!required && <span className="faint">({acting.optional})</span>}{' '}
        {kind === 'date' && <span className="faint">{zoneName()}</span>}
      </label>
      {kind === 'month' ? (
        <PickMonth wiring={wiring} value={typeof value === 'string' ? value : ''} onChange={onChange} />
      ) : kind === 'country' || kind === 'rows' || kind === 'record' ? (
        <Suspense>
          <PlaceField
            shape={shape}
            record={props.record}
            isFilter={isRead && !required}
            wiring={wiring}
            label={field(name)}
            value={typeof value === 'string' ? value : ''}
            onChange={onChange}
          />
        </Suspense>
      ) : (
        control(kind, wiring, props, acting, word)
      )}
      {below}
    </div>
  )
}

/** Asks how many days of membership a partial refund takes back. By default none, so the customer keeps the time. */
function KeepOrTake({
  wiring,
  legend,
  value,
  onChange,
}: { wiring: Wiring; legend: string } & Pick<Props, 'value' | 'onChange'>) {
  const { acting } = useVocabulary()
  const takes = value !== undefined
  return (
    <div className="choice" role="radiogroup" aria-label={legend}>
      <label className={takes ? undefined : 'on'}>
        <input type="radio" checked={!takes} onChange={() => onChange(undefined)} />
        <span className="grow">{acting.keepTime}</span>
      </label>
      <label className={takes ? 'on' : undefined}>
        <input type="radio" checked={takes} onChange={() => onChange('')} />
        <span className="grow">
          {acting.takeDays}
          {takes && (
            <input
              className="in-t"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              {...wiring}
              aria-label={acting.days}
              value={typeof value === 'string' ? value : ''}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </span>
      </label>
    </div>
  )
}

function PickMonth({ wiring, value, onChange }: { wiring: Wiring; value: string } & Pick<Props, 'onChange'>) {
  const { acting, language } = useVocabulary()
  const now = useNow(60_000)
  return (
    <select className="sel" {...wiring} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{acting.choose}</option>
      {closedMonths(new Date(now)).map((month) => (
        <option key={month} value={month}>
          {monthText(month, language)}
        </option>
      ))}
    </select>
  )
}

const monthText = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01`))

/**
 * Hint below a field, without an explanation that would only repeat the label. Fields for several names also say how to
 * write them, and dates show the order of their parts, which differs between browsers.
 */
function hintOf(about: string, label: string, kind: FieldKind, texts: Texts): string {
  const more =
    kind === 'names'
      ? texts.names
      : kind === 'date'
        ? texts.dateHint(dateParts().map((part) => texts.dateParts[part]))
        : ''
  return [about === label ? '' : about, more].filter(Boolean).join(texts.stop)
}
type Texts = ActingText

function control(
  kind: FieldKind,
  wiring: Wiring,
  { shape, required, isRead, value, onChange }: Props,
  texts: Texts,
  word: (kept: string, name?: string) => string,
): ReactNode {
  const text = typeof value === 'string' ? value : ''
  if (kind === 'choice')
    return (
      <select className="sel" {...wiring} value={text} onChange={(event) => onChange(event.target.value)}>
        <option value="">{required ? texts.choose : isRead ? texts.all : texts.notSaid}</option>
        {shape.enum?.map((each) => (
          <option key={each} value={each}>
            {word(each, wiring.name)}
          </option>
        ))}
      </select>
    )
  if (kind === 'long' || kind === 'names')
    return (
      <textarea className="in-t" rows={2} {...wiring} value={text} onChange={(event) => onChange(event.target.value)} />
    )
  if (kind === 'secret')
    return (
      <input
        type="password"
        className="in-t"
        autoComplete="new-password"
        spellCheck={false}
        {...wiring}
        value={typeof value === 'object' && 'content' in value ? value.content : ''}
        // Held like a file, because drafts of texts are stored in the browser and files are not.
        onChange={({ target }) => onChange({ name: wiring.name, content: target.value })}
      />
    )
  if (kind === 'file')
    return (
      <input
        type="file"
        className="in-t"
        {...wiring}
        onChange={async ({ target }) => {
          const [file] = target.files ?? []
          onChange(file && (await readChosen(file, shape.file ?? 'text')))
        }}
      />
    )
  if (kind === 'folder')
    return (
      <>
        <input
          type="file"
          className="in-t"
          {...wiring}
          {...{ webkitdirectory: '' }}
          onChange={async ({ target }) => onChange(await readFolder([...(target.files ?? [])], shape.folder ?? []))}
        />
        {Array.isArray(value) && <p role="status">{value.length === 0 ? texts.noFiles : texts.files(value.length)}</p>}
      </>
    )
  return (
    <input
      className="in-t"
      type={kind === 'date' && !text.includes('T') ? 'date' : 'text'}
      inputMode={kind === 'whole' ? 'numeric' : kind === 'decimal' ? 'decimal' : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...wiring}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
