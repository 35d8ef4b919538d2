const valuePattern = /^[\w-]{1,64}$/

/** The listed parameters of an address that look like codes; nothing else of it is ever kept. */
export function readParameters(search: string, parameters: string): [name: string, value: string][] {
  const found = new URLSearchParams(search)
  return parameters.split('|').flatMap((name): [string, string][] => {
    const value = found.get(name)
    return value !== null && valuePattern.test(value) ? [[name, value]] : []
  })
}

/** For https alone, and on the parent domain only where the operator names it. */
export const cookieOf = (
  name: string,
  value: string,
  { days, domain }: { readonly days: number; readonly domain: string | undefined },
): string => `${name}=${value};path=/;max-age=${days * 86_400};secure;samesite=lax${domain ? `;domain=${domain}` : ''}`
