import type { ReactNode } from 'react'

type Props = { readonly label: string; readonly value: ReactNode; readonly children?: ReactNode }

export const Figure = ({ label, value, children }: Props) => (
  <div className="fig">
    <div className="t">{label}</div>
    <div className="v">{value}</div>
    <div className="c">{children}</div>
  </div>
)
