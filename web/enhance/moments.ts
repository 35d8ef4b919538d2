/** Where no paint is told of: how long after load, in ms. */
const atLatestMs = 1000

/** Once the page has loaded; at once where it has. */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run)
}

/**
 * Once something of the page is in sight: what is loaded by then takes nothing from what is needed for that. A tab in the background
 * shows nothing, and some browsers do not tell; there it is a second after load.
 */
export function afterPaint(run: () => void): void {
  let waits = true
  const once = () => {
    if (waits) run()
    waits = false
  }
  afterLoad(() => setTimeout(once, atLatestMs))
  if ('PerformanceObserver' in globalThis) new PerformanceObserver(once).observe({ type: 'paint', buffered: true })
}
