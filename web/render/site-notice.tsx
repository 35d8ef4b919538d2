import './site-notice.css'

/** What the operator says to everyone, under the header of each page. */
export const SiteNotice = ({ text }: { readonly text: string }) => (
  <div className="site-notice" role="status">
    <p className="page">{text}</p>
  </div>
)
