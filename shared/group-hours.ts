/** Hours in which a group must fill, and in which a seat that is paid for can be taken. */
export const groupHours = 24
