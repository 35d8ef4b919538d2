/** Deadline of an operator's decision, if promised. */
export const decideBy = (at: string, hours: number | null): Date | null =>
  hours === null ? null : new Date(new Date(at).getTime() + hours * 3_600_000)
