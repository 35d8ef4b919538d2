import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Filters and input of a page, kept in the URL's hash, so that no server log contains personal data. */
export function useAddressValues(): readonly [
  Readonly<Record<string, string>>,
  (next: Readonly<Record<string, string | undefined>>) => void,
] {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const values = Object.fromEntries(new URLSearchParams(hash.slice(1)))
  const change = useCallback(
    (next: Readonly<Record<string, string | undefined>>) => {
      const filled = Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1]))
      void navigate({ pathname, hash: new URLSearchParams(filled).toString() }, { replace: true })
    },
    [navigate, pathname],
  )
  return [values, change]
}
