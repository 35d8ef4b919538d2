import { useSpoken } from '#console/client/language.ts'
import { DoorForm, type DoorField } from './door-form.tsx'

export function ChooseSecret() {
  const { own } = useSpoken().t
  const fields: readonly DoorField[] = [
    { name: 'secret', label: own.secret, missing: own.missing, type: 'password', complete: 'new-password' },
    { name: 'again', label: own.again, missing: own.missing, type: 'password', complete: 'new-password' },
  ]
  return (
    <DoorForm
      title={own.title}
      text={own.text}
      fields={fields}
      go={own.go}
      path="secret"
      check={({ secret, again }) => (secret === again ? {} : { again: own.differ })}
    />
  )
}
