import { Icon } from './icon.tsx'

/** Error text of a field; reference it in the field's `aria-describedby`. */
export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p className="err" id={id}>
    <Icon name="bang" small />
    <span>{text}</span>
  </p>
)
