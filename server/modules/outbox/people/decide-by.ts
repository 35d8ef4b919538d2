/** Until when a person decides, where the operator promises that. */
export const decideBy = (at: string, hours: number | null): Date | null =>
  hours === null ? null : new Date(new Date(at).getTime() + hours * 3_600_000)
