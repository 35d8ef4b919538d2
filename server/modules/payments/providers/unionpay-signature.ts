import { createHash, createSign, createVerify, X509Certificate } from 'node:crypto'

export type UnionpayForm = Readonly<Record<string, string>>

/** UnionPay signs the hexadecimal SHA-256 of the sorted pairs, without the signature and empty values. */
const digestOf = (form: UnionpayForm): string =>
  createHash('sha256')
    .update(
      Object.keys(form)
        .filter((name) => name !== 'signature' && form[name] !== '')
        .toSorted()
        .map((name) => `${name}=${form[name]}`)
        .join('&'),
      'utf8',
    )
    .digest('hex')

export const signForm = (form: UnionpayForm, privateKeyPem: string): UnionpayForm => ({
  ...form,
  signature: createSign('RSA-SHA256').update(digestOf(form)).sign(privateKeyPem, 'base64'),
})

type Trust = { readonly rootCertPem: string; readonly middleCertPem: string | null; readonly signerName: string }

/**
 * Checks a signed form. Returns null or the reason to reject it. Its certificate must chain to the pinned root, be
 * valid now and name UnionPay.
 */
export function refuseForm(form: UnionpayForm, trust: Trust, now: Date): string | null {
  if (form.version !== '5.1.0' || form.signMethod !== '01') return 'another version or way of signing'
  const signer = readCertificate(form.signPubKeyCert)
  if (!signer) return 'no certificate'
  const names = signer.subject.split('\n').find((line) => line.startsWith('CN='))
  if (names?.slice(3).split('@')[2] !== trust.signerName) return 'a certificate of someone else'
  const root = new X509Certificate(trust.rootCertPem)
  const issuer = trust.middleCertPem === null ? root : new X509Certificate(trust.middleCertPem)
  if (signer.ca || !isIssued(signer, issuer) || (issuer !== root && !isIssued(issuer, root)))
    return 'a certificate that hangs on no known root'
  if (![signer, issuer, root].every((cert) => isValidAt(cert, now))) return 'a certificate out of date'
  const isSigned = createVerify('RSA-SHA256')
    .update(digestOf(form))
    .verify(signer.publicKey, form.signature ?? '', 'base64')
  return isSigned ? null : 'the signature is wrong'
}

const isIssued = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
const isValidAt = (certificate: X509Certificate, now: Date): boolean =>
  now >= new Date(certificate.validFrom) && now <= new Date(certificate.validTo)

function readCertificate(pem: string | undefined): X509Certificate | null {
  try {
    return pem ? new X509Certificate(pem) : null
  } catch {
    return null
  }
}

/** Parses the pairs of an answer. They are not URL-encoded; values may contain "=" but never "&". */
export const readAnswer = (text: string): UnionpayForm =>
  Object.fromEntries(
    text.split('&').map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
