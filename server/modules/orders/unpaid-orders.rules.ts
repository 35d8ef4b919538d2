/**
 * So many days after the last thing that happened to it, an order that was never paid is forgotten, and so is a group in which no one
 * paid. Long enough for money that is late: providers repeat a notification for three days at most, the daily comparison looks
 * three days back, reports come on the next day.
 */
export const unpaidOrderDays = 90
