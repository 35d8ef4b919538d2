type Props = {
  readonly text: string
  readonly contact: { readonly label: string; readonly url: string; readonly demo: boolean }
  readonly sample: string
}

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
