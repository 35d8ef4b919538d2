/** Days for which daily traffic of a person is kept. */
export const usageDays = 60

/** Minutes for which the addresses of a link are kept. */
export const onlineMinutes = 5
export const onlineSeconds = onlineMinutes * 60
