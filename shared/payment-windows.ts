/** Minutes in which an order can be paid; a payment on a chain is made by hand and takes longer. */
export const paymentWindowMinutes = 30
export const chainWindowMinutes = 60
