import type { ReactNode } from 'react'
import { isRows, plainShape, type Shape } from '#console/client/shape.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Line } from '#console/frame/output-line.tsx'
import { SchemaTable } from './schema-table.tsx'
import { Value } from './value.tsx'

type Fields = Readonly<Record<string, unknown>>
type Props = {
  readonly shape: Shape | undefined
  readonly output: Fields
  readonly without?: readonly string[]
  readonly renderActions?: (row: Fields) => ReactNode
}

/** Renders an action's output from its schema: fields as a definition list, lists as tables. */
export function OutputView({ shape, output, without = [], renderActions }: Props) {
  const { field } = useVocabulary()
  const properties = Object.entries(shape?.properties ?? {}).filter(
    ([name]) => name !== 'next' && !without.includes(name),
  )
  const isPart = ([name, part]: readonly [string, Shape]) => {
    const plain = plainShape(part)
    return isRows(plain) || (plain?.properties !== undefined && !plain.money && output[name] !== null)
  }
  // Leaves out optional fields that the output lacks.
  const single = properties.filter((each) => !isPart(each) && output[each[0]] !== undefined)
  return (
    <>
      {single.length > 0 && (
        <dl className="kv in">
          {single.map(([name, each]) => (
            <Line key={name} label={field(name)}>
              <Value name={name} shape={each} value={output[name]} />
            </Line>
          ))}
        </dl>
      )}
      {properties.filter(isPart).map(([name, each]) => {
        const plain = plainShape(each)
        const value = output[name]
        const label = (properties.length > 1 || !isRows(plain)) && field(name)
        return (
          <section key={name}>
            {label && <h3 className="in">{label}</h3>}
            {isRows(plain) ? (
              <SchemaTable
                caption={field(name)}
                shape={plain}
                rows={(value ?? []) as Fields[]}
                renderActions={renderActions}
              />
            ) : (
              <OutputView shape={plain} output={(value ?? {}) as Fields} />
            )}
          </section>
        )
      })}
    </>
  )
}
