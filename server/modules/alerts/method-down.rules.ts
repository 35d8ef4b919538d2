/** Outcome of a buyer who tried to pay by a method. `refused`: the provider refused every attempt to open a payment. */
export type Try = { readonly at: Date; readonly outcome: 'paid' | 'unpaid' | 'refused' }
/**
 * Usual buyers of a method in the preceding weeks: number of buyers, each counted once a day, and how many of them
 * paid.
 */
export type UsualBuyers = { readonly tried: number; readonly paid: number; readonly days: number }
type MethodDown = {
  readonly cause: 'refused' | 'unpaid'
  readonly tried: number
  readonly paid: number
  readonly since: Date
}

/** Buyers without a payment before an alert, however often buyers usually pay. */
const fewestUnpaid = 5
/**
 * Refused buyers before an alert. A single one is not enough, because that buyer may have asked for something that the
 * provider never accepts.
 */
const fewestRefused = 2
/**
 * Minimum number of buyers in the preceding weeks for a reliable share of payers. Below it, half of the buyers are
 * assumed to pay.
 */
const fewestUsual = 20
const assumedShare = 0.5
/**
 * Shares of buyers whom a provider refuses. `healthy`: upper bound for a working provider. `down`: share while the
 * provider refuses almost everyone.
 */
const refusedShare = { healthy: 0.02, down: 0.9 }
/** While a method is down, at most this part of its usual share of buyers pays. */
const stillPays = 1 / 20
/**
 * Days in which chance alone may raise one alert. Payments by other methods show that buyers are real and the shop
 * works; without them a wave of made-up orders would look the same, so more evidence is needed.
 */
const quietDays = { othersPay: 14, nobodyPays: 90 }

/**
 * Cumulative sum of log-likelihood ratios (CUSUM, Page 1954): each try moves it by how much likelier that outcome is
 * if the method is down; below zero it starts again. It needs no fixed period, so few tries at night count as much as
 * many at noon. Capped, so that a long outage does not delay the end of the alert.
 */
function sumEvidence(
  tries: readonly Try[],
  isSign: (each: Try) => boolean,
  healthy: number,
  down: number,
  cap: number,
) {
  const [sign, other] = [Math.log(down / healthy), Math.log((1 - down) / (1 - healthy))]
  let sum = 0
  let run: Try[] = []
  for (const each of tries) {
    sum = Math.min(cap, sum + (isSign(each) ? sign : other))
    if (sum > 0) run.push(each)
    else [sum, run] = [0, []]
  }
  return { sum, run }
}

/**
 * Detects a payment method by which payments stopped. `tries`: its latest buyers, oldest first. `lastElsewhere`: latest
 * attempt by another method that was paid; null if there is none. Returns null if normal.
 */
export function methodDown(
  tries: readonly Try[],
  usual: UsualBuyers,
  lastElsewhere: Date | null,
  isOpen: boolean,
): MethodDown | null {
  const isKnown = usual.tried >= fewestUsual
  const perDay = Math.max(1, isKnown ? usual.tried / usual.days : tries.length)
  const pays = Math.min(0.95, isKnown ? (usual.paid + 1) / (usual.tried + 2) : assumedShare)
  const limitFor = (since: Date | undefined) =>
    Math.log(perDay * quietDays[since && lastElsewhere && lastElsewhere >= since ? 'othersPay' : 'nobodyPays'])
  const cap = Math.log(perDay * quietDays.nobodyPays)
  const judge = (
    cause: MethodDown['cause'],
    isSign: (each: Try) => boolean,
    [healthy, down]: readonly [number, number],
    fewest: number,
  ): MethodDown | null => {
    const { sum, run } = sumEvidence(tries, isSign, healthy, down, cap)
    const [first] = run
    const isDown = sum >= limitFor(first?.at) && run.filter(isSign).length >= fewest
    if (!first || !(isDown || isOpen)) return null
    return { cause, tried: run.length, paid: run.filter(({ outcome }) => outcome === 'paid').length, since: first.at }
  }
  return (
    judge(
      'refused',
      ({ outcome }) => outcome === 'refused',
      [refusedShare.healthy, refusedShare.down],
      fewestRefused,
    ) ?? judge('unpaid', ({ outcome }) => outcome !== 'paid', [1 - pays, 1 - pays * stillPays], fewestUnpaid)
  )
}
