/** How long it is kept how much went through a person's tunnels, day by day. */
export const usageDays = 60

/** How long it is known from how many addresses a link is in use. */
export const onlineMinutes = 5
export const onlineSeconds = onlineMinutes * 60
