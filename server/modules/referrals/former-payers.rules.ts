/** Days in which a bank can reverse a payment; payer digests of erased accounts are kept as long. */
export const formerPayerDays = 180
