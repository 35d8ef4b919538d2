import { useState } from 'react'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Note } from '#console/frame/note.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import { SchemaTable } from '#console/list/schema-table.tsx'
import type { MoneyText } from '#console/text/en/places/money.ts'

/** Verification of the ledger. It reads every order, so it runs only on request. */
export function Ledger({ t }: { t: MoneyText }) {
  const { label, about, action } = useVocabulary()
  const [isAsked, setAsked] = useState(false)
  const proof = useRead('ledger.verify', {}, { enabled: isAsked })
  return (
    <Panel
      title={label('ledger.verify')}
      foot={about('ledger.verify')}
      aside={
        <button type="button" className="btn q" onClick={() => (isAsked ? void proof.refetch() : setAsked(true))}>
          {t.verify}
        </button>
      }
    >
      {isAsked && (
        <Reading of={proof}>
          {({ balances, problems }) => (
            <>
              <SchemaTable
                caption={label('ledger.verify')}
                shape={action('ledger.verify').output.properties?.balances}
                rows={balances}
              />
              {/* Hides the last result while the verification runs and after an error. */}
              {proof.isFetching || proof.error ? null : problems.length === 0 ? (
                <Note kind="ok">{t.right}</Note>
              ) : (
                <Note kind="stop" alert>
                  {t.wrong}: {problems.join(' ')}
                </Note>
              )}
            </>
          )}
        </Reading>
      )}
    </Panel>
  )
}
