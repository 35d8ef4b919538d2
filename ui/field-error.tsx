import './field-error.css'
import { Icon } from './icon.tsx'

/** The sentence under a field that says how to mend it. The field names it in `aria-describedby`. */
export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p className="err" id={id}>
    <Icon name="bang" />
    <span>{text}</span>
  </p>
)
