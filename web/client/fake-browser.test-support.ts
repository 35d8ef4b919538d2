import { vi } from 'vitest'
import { pageDataId, type PageData } from '#shared/site.ts'

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

/** Key pair shared by all tests of a file, because generating one takes 0.1 s. */
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
 * Fakes the browser features that the client's modules use: storage, page data, document events, `fetch`. Import
 * modules after this call and after `vi.resetModules()`, because some cache what they read.
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

/**
 * Removes the mocks. Call it at the end of a test file that mocks the toasts, so that later files load the real module.
 */
export function forgetMocks(): void {
  vi.doUnmock('#ui/toast.ts')
  vi.resetModules()
}

type Answer = { code?: number; status?: string; msg?: string; data?: unknown; pragma?: string }
export const answer = ({ code = 200, status = 'OK', msg = '', data = {}, pragma }: Answer = {}) =>
  new Response(JSON.stringify({ code, msg, status, data }), {
    status: code,
    headers: pragma === undefined ? {} : { pragma },
  })
