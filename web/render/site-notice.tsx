/** What the operator says to everyone, under the header of each page. Plain: every byte of style would be on every page. */
export const SiteNotice = ({ text }: { readonly text: string }) => (
  <p className="page" role="status">
    <b>{text}</b>
  </p>
)
