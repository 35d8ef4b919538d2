import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

const icons: Readonly<Record<'info' | 'hold' | 'stop' | 'ok', IconName>> = {
  info: 'eye',
  hold: 'two',
  stop: 'bang',
  ok: 'check',
}

/** Highlighted message to the operator. `alert`: screen readers announce it at once. */
export const Note = ({
  kind,
  alert = false,
  children,
}: {
  kind: keyof typeof icons
  alert?: boolean
  children: ReactNode
}) => (
  <div className={`note ${kind}`} role={alert ? 'alert' : undefined}>
    <Icon name={icons[kind]} />
    <div className="grow">{children}</div>
  </div>
)

/** Error text of an input field; reference its id in the field's `aria-describedby`. */
export const FieldError = ({ id, text }: { id: string; text: string }) => (
  <p className="err" id={id}>
    <Icon name="bang" small />
    <span>{text}</span>
  </p>
)
