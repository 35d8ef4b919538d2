export class Figures {
  readonly #seconds = new Map<string, number[]>()
  readonly failures: string[] = []

  add(name: string, seconds: number): void {
    this.#seconds.set(name, [...(this.#seconds.get(name) ?? []), seconds])
  }

  must(holds: boolean, sentence: string): void {
    if (!holds) this.failures.push(sentence)
  }

  lines(): string[] {
    const width = Math.max(0, ...[...this.#seconds.keys()].map((name) => name.length))
    return [...this.#seconds].map(([name, all]) => {
      const sorted = all.toSorted((a, b) => a - b)
      const shown = [sorted[0], sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)]
      const seconds = shown.map((value = 0) => value.toFixed(2).padStart(6)).join(' ')
      return `  ${name.padEnd(width)} ${String(all.length).padStart(4)} × ${seconds} s`
    })
  }
}
