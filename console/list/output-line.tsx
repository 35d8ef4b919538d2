import type { ReactNode } from 'react'

/** A term and what is said of it, in a definition list. */
export const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
