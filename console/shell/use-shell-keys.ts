import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { isPlainKey } from '#console/client/keys.ts'
import { placeKeys } from '#console/client/place-keys.ts'
import { useKeys } from '#console/client/use-keys.ts'
import { placeNames } from '#shared/contract/operator/places.ts'

type Doors = { readonly onFind: () => void; readonly onHelp: () => void; readonly onViews: () => void }

/** From the first paint on: Ctrl+K finds, ? lists the keys, V opens the saved views, G and the letter after it lead to a place. */
export function useShellKeys({ onFind, onHelp, onViews }: Doors): void {
  const navigate = useNavigate()
  // Kept where a page that changes between the two keys, as right after signing in, forgets neither.
  const goes = useRef(false)
  useKeys((event) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onFind()
      return
    }
    if (!isPlainKey(event)) return
    const key = event.key.toLowerCase()
    const place = placeNames.find((name) => placeKeys[name] === key)
    if (goes.current && place) {
      event.preventDefault()
      void navigate(`/console/${place}`)
    } else if (event.key === '?') onHelp()
    else if (key === 'v') {
      event.preventDefault()
      onViews()
    }
    goes.current = key === 'g'
  }, true)
}
