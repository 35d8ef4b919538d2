import { flushSync } from 'react-dom'
import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { useSending } from '#web/forms/use-sending.ts'

type Editor = {
  readonly t: { readonly close: string; readonly busy: string }
  readonly language: Language
  readonly onClose: () => void
}

/** A form in a dialog: saves once, says so in a toast, and closes. `form` is for the dialog. */
export function useEditor({ t, language, onClose }: Editor) {
  const sending = useSending(language)
  return {
    ...sending,
    form: { closeLabel: t.close, busyLabel: t.busy, busy: sending.busy, problem: sending.problem, onClose },
    /** `work` makes the change; `done` is the sentence about it, or null where something else tells. */
    save: (work: () => Promise<unknown>, done: string | null) =>
      sending.send(async () => {
        await work()
        // A toast goes into an open dialog: this one has to be gone first.
        flushSync(onClose)
        if (done !== null) showToast({ kind: 'done', text: done, language })
      }),
  }
}
