/** Texts of any length that slow down careless parsers: repetitions that nearly match, and deep nesting. */
const repeated =
  (part: string, end = ''): ((length: number) => string) =>
  (length) =>
    part.repeat(Math.ceil(length / part.length)).slice(0, length - end.length) + end

export const hostileShapes: Readonly<Record<string, (length: number) => string>> = {
  'one letter': repeated('a'),
  'letters, then a fault': repeated('a', '!'),
  digits: repeated('1', 'x'),
  spaces: repeated(' ', 'x'),
  'tabs and lines': repeated('\t\n', 'x'),
  'at signs': repeated('@'),
  'names before no host': repeated('a@'),
  'dots and at signs': repeated('a.b@'),
  dots: repeated('.', '@'),
  quotes: repeated('"', 'x'),
  'open quotes and commas': repeated('",'),
  'open brackets': repeated('['),
  'open braces': repeated('{"a":'),
  'open angles': repeated('<'),
  'nested tags': repeated('<a href="'),
  slashes: repeated('/'),
  schemes: repeated('https://'),
  colons: repeated(':1'),
  'frames without an end': repeated('@a:1:1', 'x'),
  'percent signs': repeated('%41'),
  'broken percent signs': repeated('%'),
  'dashes and digits': repeated('1 -', '+'),
  'form fields': repeated('a=b&'),
  cookies: repeated('language=e; '),
  languages: repeated('en;q=0.9,'),
  'combining marks': repeated('e\u0301\u0302'),
  'emoji and joins': repeated('👩\u200D'),
  'full width': repeated('＠ａ．'),
  underlines: repeated('_**', '`'),
  'links without an end': repeated('[a](', 'x'),
}
