import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { isPlainKey, useKeys, placeKeys } from '#console/client/keys.ts'
import { placeNames } from '#shared/contract/operator/console-places.ts'

type Doors = { readonly onFind: () => void; readonly onHelp: () => void; readonly onViews: () => void }

/**
 * Keyboard shortcuts of every page: Ctrl+K search, ? list of shortcuts, V saved views, G plus a letter for a section.
 */
export function useShellKeys({ onFind, onHelp, onViews }: Doors): void {
  const navigate = useNavigate()
  // True after the key G. A ref survives a page change between the two keys, such as after signing in.
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
