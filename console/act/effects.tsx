import type { ReactNode } from 'react'
import { isRows, plainShape, type Shape } from '#console/client/shape.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Icon } from '#console/frame/icon.tsx'
import { OutputView } from '#console/list/output-view.tsx'
import { Value } from '#console/list/value.tsx'
import { lowerBoundsOf } from './fill.ts'

type Fields = Readonly<Record<string, unknown>>

export function Effects({
  shape,
  output,
  without = [],
}: {
  shape: Shape
  output: Fields
  without?: readonly string[]
}) {
  const { field, acting } = useVocabulary()
  const properties = shape.properties ?? {}
  // Fields of a refund preview that its sentence about the membership time already contains, so they are not listed
  // again.
  const said = typeof output.time === 'string' ? ['takesTimeBack', 'takesDays', 'onceSent'] : []
  const shown = (name: string) =>
    Object.hasOwn(output, name) && name !== 'atLeast' && !without.includes(name) && !said.includes(name)
  const least = lowerBoundsOf(output)
  const isChange = shown('before') && shown('after') && typeof output.after !== 'object'
  const plain = Object.entries(properties).filter(([name, each]) => {
    if (!shown(name) || (isChange && (name === 'before' || name === 'after'))) return false
    const inner = plainShape(each)
    return !isRows(inner) && (!inner?.properties || inner.money)
  })
  const pairs = Object.entries(properties).filter(
    ([name, each]) => shown(name) && output[name] !== null && isPair(each),
  )
  const parts = Object.entries(properties).filter(
    ([name, each]) =>
      shown(name) && hasRows(output[name]) && !plain.some(([other]) => other === name) && isPart(each) && !isPair(each),
  )
  return (
    <>
      <dl>
        {plain.map(([name, each]) => (
          <Fact key={name} label={field(name)}>
            {least.includes(name) && `${acting.atLeast} `}
            <Value name={name} shape={each} value={output[name]} />
          </Fact>
        ))}
        {pairs.map(([name, each]) => {
          const of = plainShape(each)?.properties ?? {}
          const { before, after } = output[name] as Fields
          return (
            <Fact key={name} label={field(name)}>
              <Change
                isSame={JSON.stringify(before) === JSON.stringify(after)}
                before={<Value name={name} shape={of.before} value={before} />}
                after={<Value name={name} shape={of.after} value={after} />}
              />
            </Fact>
          )
        })}
        {isChange && (
          <Fact label={`${field('before')} → ${field('after')}`}>
            <Change
              before={<Value name="before" shape={properties.before} value={output.before} />}
              after={<Value name="after" shape={properties.after} value={output.after} />}
            />
          </Fact>
        )}
        {changesOf(output).map(({ name, field: what, limit, before, after }, index) => (
          <Fact key={index} label={name ?? field(String(what ?? limit))}>
            <Change
              isSame={before === after}
              before={<Value name="before" shape={undefined} value={before} />}
              after={<Value name="after" shape={undefined} value={after} />}
            />
          </Fact>
        ))}
      </dl>
      {parts
        .filter(([name]) => name !== 'changes' || changesOf(output).length === 0)
        .map(([name, each]) => (
          <div className="block" key={name}>
            <OutputView shape={{ properties: { [name]: each, '': {} } }} output={output} without={['']} />
          </div>
        ))}
    </>
  )
}

const isPair = (shape: Shape): boolean => {
  const { before, after } = plainShape(shape)?.properties ?? {}
  return before !== undefined && after !== undefined
}
const hasRows = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)
const isPart = (shape: Shape): boolean => {
  const plain = plainShape(shape)
  return isRows(plain) || (plain?.properties !== undefined && !plain.money)
}

type ChangeRow = {
  readonly field?: unknown
  readonly limit?: unknown
  /** Label to show instead of the field's name. */
  readonly name?: string
  readonly before: unknown
  readonly after: unknown
}
const changesOf = ({ changes }: Fields): readonly ChangeRow[] =>
  Array.isArray(changes) && changes.every((each) => typeof each === 'object' && each !== null && 'after' in each)
    ? (changes as ChangeRow[])
    : []

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

type Values = { readonly before: ReactNode; readonly after: ReactNode; readonly isSame?: boolean }

function Change({ before, after, isSame = false }: Values) {
  const { acting } = useVocabulary()
  if (isSame)
    return (
      <>
        {after} <span className="was">{acting.unchanged}</span>
      </>
    )
  return (
    <span className="was">
      {before}
      <Icon name="arrow" small />
      <b>{after}</b>
    </span>
  )
}
