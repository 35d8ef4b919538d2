import { parser } from '@prometheus-io/lezer-promql'

/** Functions that need a time range. The grammar would also accept an instant vector, which Prometheus rejects. */
const ofRanges = new Set(['rate', 'irate', 'increase', 'delta', 'deriv'])

/**
 * Metrics and labels in a PromQL expression: selectors (`{lane="x"}`) and groupings (`by (lane)`). Throws for a
 * syntax error, and for a time range that is missing or out of place.
 */
export function readPromql(expression: string): { metrics: string[]; labels: string[] } {
  const metrics = new Set<string>()
  const labels = new Set<string>()
  const tree = parser.parse(expression)
  tree.iterate({
    enter: ({ node, name, from, to }) => {
      const text = expression.slice(from, to)
      if (node.type.isError) throw new Error(`Not PromQL from character ${from} on: ${expression}`)
      if (name === 'VectorSelector') {
        const identifier = node.getChild('Identifier')
        if (identifier) metrics.add(expression.slice(identifier.from, identifier.to))
      }
      if (name === 'LabelName') labels.add(text)
      if (name === 'FunctionIdentifier') {
        const body = node.nextSibling
        const ranged = Boolean(body?.getChild('MatrixSelector') ?? body?.getChild('SubqueryExpr'))
        if (ranged !== ofRanges.has(text))
          throw new Error(`${text}() ${ranged ? 'has' : 'needs'} a range: ${expression}`)
      }
      if (name === 'MatrixSelector' && node.parent?.name !== 'FunctionCallBody')
        throw new Error(`A range stands alone: ${expression}`)
    },
  })
  return { metrics: [...metrics], labels: [...labels] }
}
