/** Days after an order's last fact until notification contents are deleted; facts and a digest stay. */
export const notificationDays = 180
