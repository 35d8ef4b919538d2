import '#ui/segmented.css'
import styles from './radio-switch.module.css'

type Props<V extends string | number> = {
  readonly name: string
  readonly label: string
  readonly shown?: boolean
  readonly values: readonly V[]
  readonly chosen: V
  readonly brief?: boolean
  readonly textOf: (value: V) => string
  readonly onChoose: (value: V) => void
}

export const RadioSwitch = <V extends string | number>({
  name,
  label,
  shown = false,
  brief = false,
  values,
  chosen,
  textOf,
  onChoose,
}: Props<V>) => (
  <fieldset className={styles.switch}>
    <legend className={shown ? '' : 'vh'}>{label}</legend>
    <div className="seg">
      {values.map((value) => (
        <label key={value}>
          <input
            className="vh"
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            {brief ? textOf(value).slice(0, 1) : textOf(value)}
            {brief && <i>{textOf(value).slice(1)}</i>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
