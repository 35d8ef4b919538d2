import './field.css'
import { useId, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { FormSummary } from './form-summary.tsx'
import { SubmitButton } from './submit-button.tsx'
import styles from './dialog-form.module.css'

type Props = {
  readonly title: string
  readonly lead?: string
  readonly closeLabel: string
  readonly submitLabel: string
  readonly busyLabel: string
  readonly busy: boolean
  readonly problem: { readonly summary: string } | null
  readonly kind?: 'stop'
  readonly onSubmit: (form: FormData) => Promise<void> | void
  readonly onClose: () => void
  readonly children?: ReactNode
}

export function DialogForm({ title, lead, closeLabel, problem, onSubmit, onClose, children, ...button }: Props) {
  const id = useId()
  return (
    <Dialog labelledBy={id} closeLabel={closeLabel} onClose={onClose}>
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit(new FormData(event.currentTarget))
        }}
      >
        <h2 id={id}>{title}</h2>
        {lead && <p className="dim">{lead}</p>}
        <FormSummary problem={problem} />
        {children}
        <SubmitButton
          label={button.submitLabel}
          busyLabel={button.busyLabel}
          busy={button.busy}
          {...(button.kind && { kind: button.kind })}
        />
      </form>
    </Dialog>
  )
}
