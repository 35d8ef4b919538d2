import { useEffect } from 'react'
import { useSpoken } from '#console/client/language.ts'

/** The page's name in the browser's tab. */
export function useTitle(title: string): void {
  const { t } = useSpoken()
  useEffect(() => {
    document.title = `${title} – ${t.title}`
  }, [title, t])
}
