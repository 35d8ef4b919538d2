const clause = {
  contents: 'Contents',
  since: (date: string) => `In force since ${date}`,
  version: (version: number) => `Version ${version}`,
  sample: 'Sample text. The operator replaces it before the first customer.',
  others: 'More legal texts',
}
export default clause
export type ClauseText = typeof clause
