/** Text in one line: the fields for it grow, but what they send is a line. */
export function toLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
