import type { ComponentProps } from 'react'
import { PhoneField } from '#ui/phone-field.tsx'
import { IdentifierField } from '#web/forms/identifier-field.tsx'

/** Identifier field of a server-rendered form. Its field for phone numbers is not loaded lazily. */
export const DoorIdentifier = (props: Omit<ComponentProps<typeof IdentifierField>, 'error' | 'typed'>) =>
  props.kind === 'phone' ? (
    <PhoneField words={props.words} language={props.language} />
  ) : (
    <IdentifierField {...props} error={undefined} />
  )
