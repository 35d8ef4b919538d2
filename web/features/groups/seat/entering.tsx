import { Suspense, type ReactNode } from 'react'
import { goToLogin } from '#web/client/login-return.ts'
import { usualDoor, type Buying, type Sheet } from '#web/payment/sign-in-sheet.ts'

type Props = {
  readonly sheet: Sheet
  readonly base: string
  readonly buying: Buying
  /** Stands there while the sheet is fetched. */
  readonly coming?: ReactNode
  readonly onEntered: () => void
  readonly onClose: () => void
}

/** The sheet for an account over a group: what was chosen stays, and is ordered as soon as someone is signed in. */
export const Entering = ({ sheet: { SignIn, ...facts }, base, coming, ...rest }: Props) => (
  <Suspense fallback={coming}>
    <SignIn {...facts} {...rest} base={base} door={usualDoor()} onElsewhere={() => goToLogin(base, 'register')} />
  </Suspense>
)
