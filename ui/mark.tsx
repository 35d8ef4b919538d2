export const Mark = () => (
  <svg viewBox="0 0 40 40" aria-hidden="true">
    <rect width="40" height="40" rx="10" fill="var(--plate)" />
    <path
      d="M8.5 14.5 14 27.5l6-11 6 11 4.2-12"
      fill="none"
      stroke="#fff"
      strokeWidth="3.6"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
    <circle cx="31" cy="12" r="4.6" fill="var(--mark)" />
  </svg>
)
