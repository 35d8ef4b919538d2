import { createProvider } from './provider.ts'
import { textsNow } from './texts-now.ts'

/**
 * Wallet inside the page, for trying crypto payments without an extension. It announces itself like any wallet
 * (EIP-6963) and pays from the local blockchain's own account, whose key is public. The script element names the chain.
 */
const chain = document.currentScript?.dataset.chain
if (chain !== undefined) {
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="#195daa"/><path d="M6 9h15v11H6zM6 9l11-3v3M21 13h-4a1.7 1.7 0 0 0 0 3.4h4" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>`
  const identity = {
    uuid: 'b1d1f6a0-4f0e-4c62-9d3b-6f6a5a0c0de5',
    rdns: 'example.demo-wallet',
    icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
  }
  const provider = createProvider(chain)
  const announce = () => {
    const detail = Object.freeze({ info: { ...identity, name: textsNow().name }, provider })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
