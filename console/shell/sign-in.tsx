import { useSpoken } from '#console/client/language.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInForm, type DoorField } from './sign-in-form.tsx'

export function SignIn() {
  const { door } = useSpoken().t
  const fields: readonly DoorField[] = [
    { name: 'name', label: door.name, missing: door.missing.name, complete: 'username' },
    {
      name: 'secret',
      label: door.secret,
      missing: door.missing.secret,
      type: 'password',
      complete: 'current-password',
    },
    { name: 'code', label: door.code, missing: door.missing.code, complete: 'one-time-code', digits: true },
  ]
  return (
    <SignInForm title={door.title} fields={fields} go={door.go} path="sign-in" other={<PasskeyButton path="sign-in" />}>
      {door.hint}
    </SignInForm>
  )
}
