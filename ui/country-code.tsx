import styles from './country-code.module.css'

/** Oval sign with the letters of a country, as on the back of a car, because Windows has no flag emoji. */
export const CountryCode = ({ country }: { readonly country: string }) => (
  <i className={styles.code} aria-hidden="true">
    {country}
  </i>
)
