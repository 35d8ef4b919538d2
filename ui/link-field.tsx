import type { ComponentProps } from 'react'
import { CopyField } from './copy-field.tsx'

/** Length of the longest code of a link: a referral code with the name of a campaign. */
const maxCode = 33
/** Length up to which a code fits beside the button on the narrowest phones. */
const shortCode = 12

/** Splits a link so that a narrow field cuts it before its end, because the code there tells links apart. */
export function splitLink(link: string): readonly [start: string, end: string] {
  const code = link.indexOf('=') + 1
  const at = code > 0 && link.length - code <= maxCode ? code : link.length - 8
  return [link.slice(0, at), link.slice(at)]
}

/** Field with a copy button for a link, which is shortened in the middle where the field is narrow. */
export function LinkField(props: Omit<ComponentProps<typeof CopyField>, 'children' | 'onCopy'>) {
  const [start, end] = splitLink(props.value)
  return (
    <CopyField
      {...props}
      isLong={end.length > shortCode}
      onCopy={(event) => {
        // The two parts would be copied as two lines.
        event.clipboardData.setData('text/plain', props.value)
        event.preventDefault()
      }}
    >
      <span>
        <span>{start}</span>
        <span>{end}</span>
      </span>
    </CopyField>
  )
}
