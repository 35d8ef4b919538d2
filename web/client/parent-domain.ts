/**
 * The widest domain that this host may set a cookie on, so that sister hosts read it: '.example.co.uk' for 'www.example.co.uk'. The browser knows which domains
 * are anyone's (`co.uk`, `github.io`) and refuses those: so it is asked. `mayKeep` tries one. Undefined: this host alone, as for addresses and single names.
 */
export function findParentDomain(host: string, mayKeep: (domain: string) => boolean): string | undefined {
  const labels = host.split('.')
  if (/^[\d.]+$|:/.test(host)) return undefined
  return labels
    .map((_, index) => `.${labels.slice(-index - 1).join('.')}`)
    .slice(1)
    .find(mayKeep)
}

/** Whether this page may keep a cookie on a domain; nothing of the try is left. */
export function mayKeepCookie(domain: string): boolean {
  const name = 'parent-domain-try'
  document.cookie = `${name}=1;path=/;domain=${domain};secure;samesite=lax`
  const isKept = document.cookie.split('; ').includes(`${name}=1`)
  document.cookie = `${name}=;path=/;domain=${domain};secure;samesite=lax;max-age=0`
  return isKept
}
