/** Once the page has loaded; at once where it has. */
export function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run)
}
