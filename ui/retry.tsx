export const Retry = ({ text, label, onRetry }: { text: string; label: string; onRetry: () => void }) => (
  <div role="alert">
    <p>{text}</p>
    <button type="button" className="btn quiet s" onClick={onRetry}>
      {label}
    </button>
  </div>
)
