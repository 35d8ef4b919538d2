import { useState } from 'react'
import { ConsoleError } from '#console/client/console-error.ts'
import { runAction } from '#console/client/run-action.ts'
import type { Output } from '#console/client/wire.ts'
import { saveFile } from '#ui/save-file.ts'
import type { MoneyText } from '#console/text/en/places/money.ts'

async function readParts(id: string): Promise<string[]> {
  const texts: string[] = []
  for (let part: number | null = 1; part !== null;) {
    const { output } = await runAction('exports.read', { input: { id, part }, mode: 'read' })
    const read = output as Output<'exports.read'>
    texts.push(read.csv)
    part = read.next
  }
  return texts
}

type Props = { readonly t: MoneyText; readonly id: string; readonly fileName: string }

export function SaveExport({ t, id, fileName }: Props) {
  const [state, setState] = useState<'still' | 'saving' | 'failed'>('still')
  const save = async () => {
    setState('saving')
    try {
      saveFile(fileName, new Blob(await readParts(id)), 'text/csv')
      setState('still')
    } catch (error) {
      // Cancelling the dialog for the second factor is not a failure.
      setState(error instanceof ConsoleError && error.status === 'FactorNeeded' ? 'still' : 'failed')
    }
  }
  return (
    <>
      <button type="button" className="lnk" disabled={state === 'saving'} onClick={() => void save()}>
        {state === 'saving' ? t.saving : t.save}
      </button>
      {state === 'failed' && (
        <span className="err" role="alert">
          {t.notSaved}
        </span>
      )}
    </>
  )
}
