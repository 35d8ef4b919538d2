import { vi } from 'vitest'
import { pageDataId, type PageData } from '#shared/site.ts'

/** Storage as a browser has it, in memory. */
export class MemoryStorage implements Storage {
  readonly #entries = new Map<string, string>()
  get length() {
    return this.#entries.size
  }
  key = (index: number) => [...this.#entries.keys()][index] ?? null
  getItem = (key: string) => this.#entries.get(key) ?? null
  setItem = (key: string, value: string) => void this.#entries.set(key, value)
  removeItem = (key: string) => void this.#entries.delete(key)
  clear = () => this.#entries.clear()
}

/** Making a key takes a tenth of a second: once for all tests of a file. */
let madeKey: ReturnType<typeof makeKey> | undefined
const makeKey = async () => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['encrypt', 'decrypt'],
  )
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
  return { privateKey, signingKey: btoa(String.fromCharCode(...spki)) }
}

/**
 * As much of a browser as the client's modules touch: storage, a page with its data, events on the document, `fetch`.
 * Load modules after it, with `vi.resetModules()`, since some remember what they read once.
 */
export async function fakeBrowser(language: PageData['language'] = 'en') {
  const { privateKey, signingKey } = await (madeKey ??= makeKey())
  const data: PageData = { language, brand: 'Wayfare', base: '', apiPrefix: '/v4/test', signingKey }
  const localStorage = new MemoryStorage()
  const sessionStorage = new MemoryStorage()
  const document = Object.assign(new EventTarget(), {
    getElementById: (id: string) => (id === pageDataId ? { textContent: JSON.stringify(data) } : null),
  })
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('sessionStorage', sessionStorage)
  vi.stubGlobal('document', document)
  vi.stubGlobal('fetch', fetch)
  return { fetch, localStorage, sessionStorage, document, privateKey }
}

/** At the end of a file that replaced the toasts: the files after it load modules afresh, with real ones. */
export function forgetMocks(): void {
  vi.doUnmock('#ui/toast.ts')
  vi.resetModules()
}

type Answer = { code?: number; status?: string; msg?: string; data?: unknown; pragma?: string }
/** An enveloped answer of the server. */
export const answer = ({ code = 200, status = 'OK', msg = '', data = {}, pragma }: Answer = {}) =>
  new Response(JSON.stringify({ code, msg, status, data }), {
    status: code,
    headers: pragma === undefined ? {} : { pragma },
  })
