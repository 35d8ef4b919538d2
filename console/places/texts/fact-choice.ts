export type Fact = { readonly name: string; readonly value: string }
/** Placeholder being typed before the caret: its start and the matching facts. */
export type FactChoice = { readonly from: number; readonly options: readonly Fact[] }

const mostOptions = 8

/** Matches `{{` and following letters up to the caret; null if no placeholder is being typed. */
export function choiceAt(text: string, caret: number, facts: readonly Fact[]): FactChoice | null {
  const match = /\{\{[ \t]*([a-zA-Z]*)$/.exec(text.slice(0, caret))
  if (!match || /^[a-zA-Z]*[ \t]*\}\}/.test(text.slice(caret))) return null
  const typed = (match[1] ?? '').toLowerCase()
  const begins = (name: string) => name.toLowerCase().startsWith(typed)
  const holds = (name: string) => !begins(name) && name.toLowerCase().includes(typed)
  const options = [...facts.filter(({ name }) => begins(name)), ...facts.filter(({ name }) => holds(name))]
  return options.length === 0 ? null : { from: match.index, options: options.slice(0, mostOptions) }
}
