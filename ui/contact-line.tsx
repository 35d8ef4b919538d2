type Props = {
  /** With what stands between it and the contact. */
  readonly text: string
  readonly contact: { readonly label: string; readonly url: string; readonly demo: boolean }
  /** How a sample is marked. */
  readonly sample: string
}

/** Where someone can be written to, in one line. */
export const ContactLine = ({ text, contact: { label, url, demo }, sample }: Props) => (
  <p>
    {text}
    <a className="link" href={url} rel="noopener">
      {label}
    </a>
    {demo && (
      <>
        {' '}
        <span className="tag hold">{sample}</span>
      </>
    )}
  </p>
)
