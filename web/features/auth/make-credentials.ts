const manners =
  'amber bold brisk bright calm clear cool cosy crisp early easy fair fast fond fresh gentle glad golden grand green happy high kind late light lively long lucky mellow merry mild misty neat noble open plain proud quick quiet rapid ready round royal silver simple smooth snowy soft solid still sunny swift tall true warm wide wild wise young'.split(
    ' ',
  )
const places =
  'arch bay beach bend birch bridge brook canyon cape cedar cliff coast cove creek dale delta dune east elm falls ferry field fjord ford forest garden gate glade grove harbor haven hill inlet island lake lane maple marsh meadow mesa mile north oak orchard pass path peak pier pine plain pond port reef ridge river road rock shore south spring stone stream summit trail vale valley west willow wood'.split(
    ' ',
  )
/** Characters of generated passwords, without those that are easily confused: 0 o, 1 i l, 5 s, 8 b, u v. */
const signs = 'acdefghjkmnpqrtwxyz234679'

function draw(limit: number): number {
  const usable = 2 ** 32 - (2 ** 32 % limit)
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
    if (drawn < usable) return drawn % limit
  }
}
const pick = (words: readonly string[]): string => words[draw(words.length)] ?? ''

/** Makes a random account name that reveals nothing about its owner: quiet-river-482. */
export const makeName = (): string => `${pick(manners)}-${pick(places)}-${100 + draw(900)}`

/**
 * Makes a random password of 16 characters in groups of four, 74 bits. Users may have to type it by hand on a phone.
 */
export const makePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => signs[draw(signs.length)]).join('')).join('-')
