import { useEffect, useState } from 'react'
import { herePath, type HereAnswer, type Spot } from '#shared/console-live.ts'
import { postJson } from './ask.ts'
import { spotEvent } from './live-names.ts'

const stillHereMs = 5_000
const tab = crypto.randomUUID()
const path = herePath.slice(1)

export function usePresence({ place, id }: Spot): readonly string[] {
  const [others, setOthers] = useState<readonly string[]>([])
  useEffect(() => {
    let isGone = false
    // Tells the server whether this tab shows the record, and gets the names of other viewers. Errors are ignored,
    // because the names are optional.
    const say = async (isHere: boolean) => {
      const spot = isHere ? { place, id } : null
      const { others: names } = (await postJson(path, { tab, spot }, true).catch(() => ({ others: [] }))) as HereAnswer
      if (!isGone && isHere) setOthers((known) => (known.join('\n') === names.join('\n') ? known : names))
    }
    const look = () => void say(!document.hidden)
    const stay = () => {
      if (!document.hidden) void say(true)
    }
    const leave = () => void say(false)
    look()
    const timer = setInterval(stay, stillHereMs)
    const event = spotEvent({ place, id })
    addEventListener(event, stay)
    document.addEventListener('visibilitychange', look)
    addEventListener('pagehide', leave)
    return () => {
      isGone = true
      clearInterval(timer)
      removeEventListener(event, stay)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [place, id])
  return others
}
