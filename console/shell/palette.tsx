import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { Icon } from '#console/frame/icon.tsx'
import en from '#console/text/en/palette.ts'
import zh from '#console/text/zh-CN/palette.ts'
import { useModal } from '#ui/use-modal.ts'
import { groups, useEntries, type Entry } from './palette-entries.ts'
import { PalettePreview } from './palette-preview.tsx'
import styles from './palette.module.css'
import { markedParts } from '#console/client/marked-parts.ts'

const texts = { en, 'zh-CN': zh }

export default function Palette({ onClose }: { onClose: () => void }) {
  const { t, language } = useSpoken()
  const words = texts[language]
  const id = useId()
  const navigate = useNavigate()
  const dialog = useModal()
  const [query, setQuery] = useState('')
  const { entries, desk, more, searching, failed } = useEntries(query)
  const [at, setAt] = useState(0)
  const [isWide] = useState(() => matchMedia('(min-width: 62.5em)').matches)
  const current = Math.min(at, entries.length - 1)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, entries])

  const open = (entry: Entry, inNewTab = false) => {
    if (inNewTab) {
      window.open(entry.to, '_blank', 'noopener')
      return
    }
    dialog.current?.close()
    void navigate(entry.to)
  }
  const onKey = (event: { key: string; preventDefault: () => void; nativeEvent: KeyboardEvent }) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = entries[current]
    if (step !== undefined && entries.length > 0) setAt((current + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && chosen) open(chosen, event.nativeEvent.ctrlKey || event.nativeEvent.metaKey)
    else return
    event.preventDefault()
  }
  const shown = groups.flatMap((group) => {
    const own = entries.flatMap((entry, index) => (entry.group === group ? [{ entry, index }] : []))
    return own.length > 0 ? [{ group, own }] : []
  })
  return (
    <dialog
      ref={dialog}
      className={isWide ? `${styles.palette} ${styles.wide}` : styles.palette}
      aria-label={words.label}
      onClose={onClose}
    >
      <div className={styles.ask}>
        <Icon name="find" />
        <input
          role="combobox"
          aria-label={words.label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries[current] && `${id}-${current}`}
          placeholder={words.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <button type="button" className="btn q ic" aria-label={t.close} onClick={() => dialog.current?.close()}>
          <Icon name="cross" small />
        </button>
      </div>
      <div className={styles.columns}>
        <div
          className={styles.results}
          role="listbox"
          id={`${id}-list`}
          aria-label={words.label}
          ref={list}
          tabIndex={-1}
        >
          {shown.map(({ group, own }) => (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <h3 role="presentation" id={`${id}-${group}`}>
                {words[group]} <span>{more.has(group) ? words.andMore(own.length) : own.length}</span>
              </h3>
              {own.map(({ entry, index }) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the focus and its keys choose
                <div
                  key={entry.key}
                  role="option"
                  tabIndex={-1}
                  id={`${id}-${index}`}
                  aria-selected={index === current}
                  onClick={(event) => open(entry, event.ctrlKey || event.metaKey)}
                  onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setAt(index)}
                >
                  <Icon name={entry.icon} />
                  <span className="grow">
                    <b>
                      <Marked text={entry.title} typed={query} isWords={!entry.hit} />
                    </b>{' '}
                    {entry.hit && (
                      <span className="dim">
                        <Marked text={entry.more} typed={query} />
                      </span>
                    )}
                  </span>
                  <span className="faint">{entry.detail}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
        {isWide && <PalettePreview entry={entries[current]} t={words} desk={desk} />}
      </div>
      <footer>
        <span role="status" className="grow">
          {searching
            ? words.searching
            : failed
              ? words.failed
              : entries.length === 0
                ? words.none
                : words.count(entries.length)}
        </span>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.move}
        </span>
        <span>
          <kbd>Enter</kbd> {words.open}
        </span>
        <span>
          <kbd>Ctrl Enter</kbd> {words.newTab}
        </span>
      </footer>
    </dialog>
  )
}

type Props = { readonly text: string; readonly typed: string; readonly isWords?: boolean }

const Marked = ({ text, typed, isWords = false }: Props) =>
  markedParts(text, typed, isWords).map((part, index) =>
    part.isMarked ? <mark key={index}>{part.text}</mark> : part.text,
  )
