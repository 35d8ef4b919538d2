import '#ui/choice.css'
import type { Method } from '#shared/method.ts'
import type { OrderTexts } from '#text/en/site/order.ts'
import { MethodMark } from './method-mark.tsx'
import styles from './methods.module.css'

type Props = {
  readonly t: { readonly howToPay: string; readonly noMethod: string; readonly order: Pick<OrderTexts, 'methods'> }
  readonly methods: readonly Method[]
  readonly chosen: Method | null
  readonly onChoose: (method: Method) => void
}

export function MethodTiles({ t, methods, chosen, onChoose }: Props) {
  return (
    <fieldset id="methods" tabIndex={-1} className={styles.methods}>
      <legend>
        <h2>{t.howToPay}</h2>
      </legend>
      {methods.length === 0 && <p className="dim">{t.noMethod}</p>}
      {methods.map((method) => (
        <label className={`choice ${styles.method}`} key={method}>
          <input
            type="radio"
            name="method"
            value={method}
            checked={method === chosen}
            onChange={() => onChoose(method)}
          />
          <i />
          <MethodMark method={method} />
          <span>{t.order.methods[method]}</span>
        </label>
      ))}
    </fieldset>
  )
}
