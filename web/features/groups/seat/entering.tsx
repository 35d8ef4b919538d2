import { Suspense, type ReactNode } from 'react'
import { goToLogin } from '#web/client/login-return.ts'
import { usualDoor, type Buying, type Sheet } from '#web/payment/sign-in-sheet.ts'

type Props = {
  readonly sheet: Sheet
  readonly base: string
  readonly buying: Buying
  readonly coming?: ReactNode
  readonly onEntered: () => void
  readonly onClose: () => void
}

/** Sign-in dialog over a group page. The visitor's choice is kept and ordered after the sign-in. */
export const Entering = ({ sheet: { SignIn, ...facts }, base, coming, ...rest }: Props) => (
  <Suspense fallback={coming}>
    <SignIn {...facts} {...rest} base={base} door={usualDoor()} onElsewhere={() => goToLogin(base, 'register')} />
  </Suspense>
)
