import './field-error.css'
import { Icon } from './icon.tsx'

/** Error text of an input field; reference its id in the field's `aria-describedby`. */
export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p className="err" id={id}>
    <Icon name="bang" />
    <span>{text}</span>
  </p>
)
