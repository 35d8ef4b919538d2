/** Block of JSON data in a page. Escapes `<`, so that no text can close the element. */
export const JsonScript = ({ id, value }: { id?: string; value: unknown }) => (
  <script
    type="application/json"
    id={id}
    dangerouslySetInnerHTML={{ __html: JSON.stringify(value).replaceAll('<', String.raw`\u003c`) }}
  />
)
