/** So many days after the last fact about its order, what a provider sent is destroyed; the facts and a digest stay. */
export const notificationDays = 180
