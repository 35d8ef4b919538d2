/** Data for scripts. `<` is escaped, so that no text inside can end the element. */
export const JsonScript = ({ id, value }: { id?: string; value: unknown }) => (
  <script
    type="application/json"
    id={id}
    dangerouslySetInnerHTML={{ __html: JSON.stringify(value).replaceAll('<', String.raw`\u003c`) }}
  />
)
