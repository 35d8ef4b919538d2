import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isPlainKey } from '#console/client/keys.ts'
import { placeKeys, placeNames } from '#console/client/place-names.ts'

type Doors = { readonly onFind: () => void; readonly onHelp: () => void }

/** So long after G a letter still belongs to it. */
const togetherMs = 1_500

/** Ctrl+K finds, ? lists the keys, G and a letter lead to a place. */
export function useShellKeys({ onFind, onHelp }: Doors): void {
  const navigate = useNavigate()
  const doors = useRef({ onFind, onHelp })
  useEffect(() => {
    doors.current = { onFind, onHelp }
  })
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        doors.current.onFind()
        return
      }
      if (!isPlainKey(event)) return
      const key = event.key.toLowerCase()
      const place = placeNames.find((name) => placeKeys[name] === key)
      if (event.timeStamp - wentAt < togetherMs && place) {
        event.preventDefault()
        void navigate(`/console/${place}`)
      } else if (event.key === '?') doors.current.onHelp()
      wentAt = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
}
