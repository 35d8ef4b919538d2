/** So many days after a payment its bank can still take it back: so long a payer's first purchase outlives its account. */
export const formerPayerDays = 180
