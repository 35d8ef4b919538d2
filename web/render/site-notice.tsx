/** Operator's notice on every page. Unstyled to keep every page small. */
export const SiteNotice = ({ text }: { readonly text: string }) => (
  <p className="page" role="status">
    <b>{text}</b>
  </p>
)
