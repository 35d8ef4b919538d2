import { useState } from 'react'
import { languages, type Language } from '#shared/language.ts'
import { dateText } from '#console/client/display.ts'
import { ActOf } from '#console/act/act-button.tsx'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'
import { DiffView } from './diff-view.tsx'

type Props = { readonly t: TextsText['editor']; readonly text: string }
type Chosen = { readonly language: Language; readonly before: number; readonly after: number }

export function Versions({ t, text }: Props) {
  const { field, value, language: spoken } = useVocabulary()
  const read = useRead('content.versions', { text })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  return (
    <Panel title={t.versions}>
      <Reading of={read}>
        {({ versions }) => {
          const numbersOf = (language: string) =>
            versions.filter((each) => each.language === language).map(({ version }) => Number.parseInt(version, 10))
          return (
            <>
              <DataTable
                caption={t.versions}
                rows={versions}
                keyOf={({ language, version }) => `${language} ${version}`}
                columns={[
                  { id: 'language', label: field('language'), render: ({ language }) => value(language) },
                  { id: 'version', label: field('version'), render: ({ version }) => version },
                  { id: 'title', label: field('title'), render: ({ title }) => title },
                  { id: 'changed', label: field('changed'), render: ({ changed }) => changed || '–' },
                  {
                    id: 'date',
                    label: field('date'),
                    render: ({ date }) => <span className="nb">{dateText(date, spoken)}</span>,
                  },
                  { id: 'by', label: field('by'), render: ({ by }) => by },
                  { id: 'written', label: field('written'), render: ({ written }) => <Moment at={written} /> },
                ]}
                renderActions={({ language, version }) => {
                  const number = Number.parseInt(version, 10)
                  const newest = numbersOf(language)[0] ?? number
                  if (newest === 1) return null
                  return (
                    <>
                      <button
                        type="button"
                        className="lnk"
                        onClick={() =>
                          setChosen({
                            language: language as Language,
                            before: number === newest ? Math.max(1, number - 1) : number,
                            after: newest,
                          })
                        }
                      >
                        {t.compare}
                      </button>
                      {number !== newest && (
                        <ActOf
                          name="content.restore"
                          given={{ text, language: language as Language, version: number }}
                        />
                      )}
                    </>
                  )
                }}
              />
              {chosen && (
                <div className="in stack">
                  <div className="bar">
                    <select
                      className="sel auto"
                      aria-label={t.language}
                      value={chosen.language}
                      onChange={(event) => setChosen({ ...chosen, language: event.target.value as Language })}
                    >
                      {languages.map((each) => (
                        <option key={each}>{each}</option>
                      ))}
                    </select>
                    {(['before', 'after'] as const).map((end) => (
                      <label key={end}>
                        {t[end]}{' '}
                        <select
                          className="sel auto"
                          value={chosen[end]}
                          onChange={(event) => setChosen({ ...chosen, [end]: Number(event.target.value) })}
                        >
                          {numbersOf(chosen.language).map((number) => (
                            <option key={number}>{number}</option>
                          ))}
                        </select>
                      </label>
                    ))}
                  </div>
                  <Compared t={t} text={text} {...chosen} />
                </div>
              )}
            </>
          )
        }}
      </Reading>
    </Panel>
  )
}

function Compared({ t, text, language, before, after }: Props & Chosen) {
  const [was, is] = [
    useRead('content.wording', { text, language, version: before }),
    useRead('content.wording', { text, language, version: after }),
  ]
  return (
    <Reading of={was}>
      {(old) => (
        <Reading of={is}>{(now) => <DiffView before={wholeOf(old)} after={wholeOf(now)} none={t.noChange} />}</Reading>
      )}
    </Reading>
  )
}

type Wording = { readonly title: string; readonly summary: string; readonly markdown: string }
const wholeOf = ({ title, summary, markdown }: Wording) => [title, summary, markdown].join('\n\n')
