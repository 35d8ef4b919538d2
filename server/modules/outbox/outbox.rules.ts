/** Days for which the account area shows what no mail could bring. */
export const noticeDays = 90
/** Days for which it is remembered that someone was told something: by then nothing tells it again. */
export const toldDays = 400
