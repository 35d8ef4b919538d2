import './table.css'
import type { ReactNode } from 'react'

type Props = {
  /** Column headings. On narrow screens each row is a card whose cells get their heading from `data-label`. */
  readonly heads: readonly ReactNode[]
  readonly className?: string | undefined
  readonly children: ReactNode
}

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
