export type Plain = { readonly word: RegExp; readonly instead: string }

/**
 * Words that a reader who learned English later has to look up, or that mean something else in this house, and what stands in their
 * place. A word is looked for in comments, in texts and in documents; names in code are left alone.
 */
export const plainWords: readonly Plain[] = [
  { word: /\bnobody\b/i, instead: 'no one' },
  { word: /\bsomebody\b/i, instead: 'someone, or say who' },
  { word: /\banybody\b/i, instead: 'anyone' },
  { word: /\beverybody\b/i, instead: 'everyone' },
  { word: /\bwho(?:so)?ever\b/i, instead: 'anyone who, no matter who, or say who' },
  { word: /\bof old\b/i, instead: 'of before' },
  { word: /\b(?:there|here|where)(?:of|in|upon|unto|withal)\b/i, instead: 'of it, in it' },
  { word: /\b(?:hence(?:forth)?|hither|thither|whence|lest|whilst|amongst|naught|ere)\b/i, instead: 'a word of today' },
  { word: /\breckon(?:s|ed|ing)?\b/i, instead: 'count' },
  {
    word: /(?<=\/\*\* |^\s*\* |[.;] )answers (?=how\b|whether\b|what\b|where\b|when\b|the number\b)/im,
    instead: 'returns',
  },
  { word: /\b(?:belongings|patience)\b/i, instead: 'the name of what it is' },
  { word: /\b(?:the|a|its|each) tills?\b/i, instead: 'fake gateway' },
  {
    word: /\b(?:gateway|provider)(?:['’]s)? letters?\b|\bletters? of (?:the|a) (?:gateway|provider)\b/i,
    instead: 'notification',
  },
  { word: /\b(?:coupons?|gift codes?)\b/i, instead: 'promo code, redeem code' },
]
