import { useLayoutEffect, useState } from 'react'
import { payQuery, readPayAddress, type PayAddress } from './pay-address.ts'

export function usePayAddress(): [PayAddress | null, (change: Partial<PayAddress>) => void] {
  const [address, setAddress] = useState<PayAddress | null>(null)
  useLayoutEffect(() => setAddress(readPayAddress(location.search)), [])
  function change(part: Partial<PayAddress>) {
    // Reads the address again, because two changes may come before React renders.
    const next = { ...readPayAddress(location.search), ...part }
    history.replaceState(null, '', payQuery(next))
    setAddress(next)
  }
  return [address, change]
}
