import { useLayoutEffect, useState } from 'react'
import { payQuery, readPayAddress, type PayAddress } from './pay-address.ts'

/** The state that the page's address holds; null until React is in charge and can read it. */
export function usePayAddress(): [PayAddress | null, (change: Partial<PayAddress>) => void] {
  const [address, setAddress] = useState<PayAddress | null>(null)
  useLayoutEffect(() => setAddress(readPayAddress(location.search)), [])
  function change(part: Partial<PayAddress>) {
    // From the address itself: two changes may come before React draws again.
    const next = { ...readPayAddress(location.search), ...part }
    history.replaceState(null, '', payQuery(next))
    setAddress(next)
  }
  return [address, change]
}
