import './table.css'
import type { ReactNode } from 'react'

type Props = {
  /** Heads of the columns. On narrow screens each row is a card, and its cells say what they are by `data-label`. */
  readonly heads: readonly ReactNode[]
  readonly className?: string | undefined
  /** The rows. */
  readonly children: ReactNode
}

/** A table that becomes cards where there is no room for one. */
export const Table = ({ heads, className = '', children }: Props) => (
  <table className={`table ${className}`}>
    <thead>
      <tr>
        {heads.map((head, index) => (
          <th scope="col" key={index}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
