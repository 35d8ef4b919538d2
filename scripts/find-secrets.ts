const forms: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'a private key', pattern: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/=\\]{16}/g },
  { name: 'an extended private key', pattern: /\b[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,}/g },
  { name: 'a key of Stripe', pattern: /\b(?:(?:sk|rk)_(?:live|test)|whsec)_[A-Za-z0-9]{16,}/g },
  { name: 'a key of Aliyun', pattern: /\bLTAI[A-Za-z0-9]{12,}/g },
  { name: 'a key of Twilio', pattern: /\b(?:SK|AC)[0-9a-f]{32}\b/g },
  { name: 'a key of AWS', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'a key of Google', pattern: /\bAIza[A-Za-z0-9_-]{35}\b/g },
  {
    name: 'a token of a forge',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|glpat-[A-Za-z0-9_-]{20}|npm_[A-Za-z0-9]{36})/g,
  },
  { name: 'a token of Slack', pattern: /\bxox[abprs]-[A-Za-z0-9-]{16,}/g },
  { name: 'a signed token', pattern: /\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
  { name: 'a token of a session', pattern: /\bw[fr]_[A-Za-z0-9_-]{43}\b/g },
  {
    name: 'a password in an address',
    pattern: /\b[a-z][a-z0-9+]{2,15}:\/\/[^\s:@/'"`$<{]+:[^\s:@/'"`$<{]{8,}@[a-z0-9.-]+/g,
  },
  {
    name: 'a node of a chain with its key',
    pattern: /\b(?:infura\.io\/v3|alchemy\.com\/v2|quiknode\.pro)\/[A-Za-z0-9_-]{20,}/g,
  },
  { name: '32 bytes as a number', pattern: /\b0x[0-9a-f]{64}\b/gi },
  {
    name: 'a secret that is written down',
    pattern:
      /(?:secret|password|passwd|api_?key|private_?key|auth_?token)["']?\s*[:=]\s*["'](?=[^"'\s]*\d)(?=[^"'\s]*[A-Za-z])[A-Za-z0-9+/=_-]{24,}["']/gi,
  },
]

type Finding = { readonly name: string; readonly line: number; readonly text: string }

export function findSecrets(text: string): Finding[] {
  return forms.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      name,
      line: text.slice(0, index).split('\n').length,
      text: found,
    })),
  )
}
