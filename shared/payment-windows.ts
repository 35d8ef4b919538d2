/** Minutes to pay an order. Crypto payments are made by hand and need longer. */
export const paymentWindowMinutes = 30
export const chainWindowMinutes = 60

/** Hours until an unfilled group expires; also the time to claim a prepaid seat. */
export const groupHours = 24
