import { useLayoutEffect, useRef, type RefObject } from 'react'
import { isPhone } from '#console/frame/viewport.ts'

/** Height in pixels from which a row is easier to read as a card: about seven lines of text. */
const tallest = 150

const fits = (box: HTMLElement): boolean =>
  box.scrollWidth <= box.clientWidth && [...box.querySelectorAll('tr')].every((row) => row.offsetHeight < tallest)

/**
 * Gives the box around a table the look that fits its width: as it is, `snug` or `cards`. Changes only the class, and
 * only with the width, so that a row does not change its look under the operator's hands.
 */
export function useTableFit(hasRows: boolean, columns: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let width = 0
    const fit = () => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      const looks = isPhone() ? ['cards'] : innerWidth > 1_100 ? ['', 'snug', 'cards'] : ['snug', 'cards']
      looks.find((look) => {
        element.className = `scroll ${look}`
        return fits(element)
      })
    }
    fit()
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    return () => watch.disconnect()
  }, [hasRows, columns])
  return box
}
