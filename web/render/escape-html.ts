/** For text and for attributes in double quotes, of HTML and SVG alike. What XML forbids altogether is left out. */
export const escapeHtml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the ones that are meant
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replaceAll(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)
