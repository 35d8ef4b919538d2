type Words = { readonly name: string; readonly about: string }
type Props<K extends string> = {
  readonly label: string
  readonly kinds: readonly K[]
  readonly words: Readonly<Record<K, Words>>
  readonly chosen: K
  readonly onChoose: (kind: K) => void
}

/** Kinds to choose from, such as protocols of a node, each with a sentence that explains it. */
export const KindChoice = <K extends string>({ label, kinds, words, chosen, onChoose }: Props<K>) => (
  <fieldset className="choice in">
    <legend className="vh">{label}</legend>
    {kinds.map((kind) => (
      <label key={kind} className={kind === chosen ? 'on' : undefined}>
        <input type="radio" name="kind" checked={kind === chosen} onChange={() => onChoose(kind)} />
        <span>
          {words[kind].name}
          <small>{words[kind].about}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
