export const momentText = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
