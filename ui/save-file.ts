/** Saves a file through the browser's download. Nothing is uploaded. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  // Frees the data after ten seconds, because by then the browser has its own reference.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
