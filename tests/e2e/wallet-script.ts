/**
 * Runs in the page before its scripts: wallet announced by EIP-6963 that forwards requests to the test process, which
 * holds the key. A string, because it does not run in this process.
 */
export const walletScript = (name: string): string => `{
  const listeners = new Map()
  const provider = {
    async request(call) {
      const { result, error } = await askTestWallet(call)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
    on(event, listener) { listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)) },
    removeListener(event, listener) { listeners.get(event)?.delete(listener) },
  }
  globalThis.tellTestWallet = (event, value) => { for (const listener of listeners.get(event) ?? []) listener(value) }
  const info = {
    uuid: '6f1f6a4e-0000-4000-8000-000000000001',
    name: ${JSON.stringify(name)},
    rdns: 'example.test-wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>',
  }
  const detail = Object.freeze({ info, provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}`
