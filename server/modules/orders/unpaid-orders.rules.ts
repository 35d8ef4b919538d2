/**
 * Days after which unpaid orders and groups without payment are deleted; long enough for late money: providers repeat
 * notifications for up to three days, the daily comparison looks back three days, and reports arrive a day later.
 */
export const unpaidOrderDays = 90
