import { flushSync } from 'react-dom'
import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { useSending } from '#web/forms/use-sending.ts'

type Editor = {
  readonly t: { readonly close: string; readonly busy: string }
  readonly language: Language
  readonly onClose: () => void
}

export function useEditor({ t, language, onClose }: Editor) {
  const sending = useSending(language)
  return {
    ...sending,
    form: { closeLabel: t.close, busyLabel: t.busy, busy: sending.busy, problem: sending.problem, onClose },
    save: (work: () => Promise<unknown>, done: string | null) =>
      sending.send(async () => {
        await work()
        // Closes the dialog before the toast is shown, because a toast is attached to an open dialog and would vanish
        // with it.
        flushSync(onClose)
        if (done !== null) showToast({ kind: 'done', text: done, language })
      }),
  }
}
