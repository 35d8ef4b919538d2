import { useEffect } from 'react'
import { useSpoken } from '#console/client/language.ts'

export function useTitle(title: string): void {
  const { t } = useSpoken()
  useEffect(() => {
    document.title = `${title} – ${t.title}`
  }, [title, t])
}
