/**
 * Harmless finding: a newer feature that never runs in the oldest supported browsers, or a name of other code
 * that only looks like one. `around`: the built code, including its guard.
 */
type Exception = { readonly names: readonly string[]; readonly around: RegExp; readonly why: string }

export const exceptions: readonly Exception[] = [
  {
    names: ['use'],
    around: /\.use=function|className:`dim`/,
    why: 'a hook of React and a text of ours; the built-in of that name belongs to iterators',
  },
  {
    names: ['startViewTransition', 'skipTransition'],
    around: /nodeType===9|pooledCache/,
    why: 'React, only for its experimental view transitions, which no page uses',
  },
  {
    names: ['navigation', 'getState'],
    around: /navigation/,
    why: 'React, behind `typeof navigation == "object"`',
  },
  { names: ['startViewTransition'], around: /`startViewTransition`in document/, why: 'asked for first' },
  {
    names: ['getTransports', 'getPublicKeyAlgorithm', 'getAuthenticatorData', 'getClientExtensionResults'],
    around: /get(?:Transports|PublicKeyAlgorithm|AuthenticatorData)==`function`|authenticatorData:|userHandle:|try\{/,
    why: 'members of an answer that only a browser with passkeys gives; `use-passkeys` asks for those first',
  },
  {
    names: ['toHex', 'fromHex'],
    around: /./,
    why: 'methods of points and of encoders in the libraries for curves, which ask for the built-in before they use it',
  },
  { names: ['randomUUID'], around: /crypto\.randomUUID\?crypto/, why: 'a library for wallets, asked for first' },
  {
    names: ['Object.hasOwn'],
    around: /!Object\.hasOwn\(t,o\)\)return!1|let c=t\[o\]/,
    why: 'a library for wallets: `older-browsers.ts` brings it along',
  },
  {
    names: [
      'getPublicKey',
      'PublicKeyCredential.getClientCapabilities',
      'PublicKeyCredential.isConditionalMediationAvailable',
    ],
    around: /==`function`/,
    why: 'a library for passkeys, asked for first',
  },
  {
    names: [':focus-visible'],
    around: /./,
    why: 'Safari 15.0 to 15.3 keeps its own ring, and has none on controls that we draw',
  },
  { names: [':backdrop'], around: /dialog/, why: '`open-modal.ts` opens the dialog by hand, with a shadow instead' },
  {
    names: ['@property'],
    around: /./,
    why: 'without it text keeps its usual size, and `@supports` guards what needs it',
  },
  { names: ['@page'], around: /./, why: 'the size of paper; without it the margins are those of the browser' },
  {
    names: [':has'],
    around: /data-(?:printed|receipt)/,
    why: 'only when printing: the page around the sheet is printed as well',
  },
  { names: ['respond'], around: /this\.engine\.respond/, why: "a method of the wallets' library" },
  { names: ['fileName', 'difference'], around: /e\.fileName\(n\.number\)|upgrade\.difference\(/, why: 'texts of ours' },
  { names: ['print'], around: /print\(\)/, why: 'Android WebView has the function and ignores it; others print' },
  {
    names: ['showModal'],
    around: /showModal!==void 0|openByHand/,
    why: 'asked for first; a script of ours opens it elsewhere',
  },
]
