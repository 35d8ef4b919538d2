/**
 * Widest domain on which this host may set a cookie: '.example.co.uk' for 'www.example.co.uk'. `mayKeep` tries a
 * domain, because only browsers know public suffixes such as `co.uk` and refuse them. Undefined for IP addresses and
 * single-label hosts.
 */
export function findParentDomain(host: string, mayKeep: (domain: string) => boolean): string | undefined {
  const labels = host.split('.')
  if (/^[\d.]+$|:/.test(host)) return undefined
  return labels
    .map((_, index) => `.${labels.slice(-index - 1).join('.')}`)
    .slice(1)
    .find(mayKeep)
}

/** True if the browser accepts a cookie on this domain. Sets and deletes a test cookie. */
export function mayKeepCookie(domain: string): boolean {
  const name = 'parent-domain-try'
  document.cookie = `${name}=1;path=/;domain=${domain};secure;samesite=lax`
  const isKept = document.cookie.split('; ').includes(`${name}=1`)
  document.cookie = `${name}=;path=/;domain=${domain};secure;samesite=lax;max-age=0`
  return isKept
}
