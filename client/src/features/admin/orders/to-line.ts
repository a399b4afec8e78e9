/** Text without line breaks: a multi-line field sends one line. */
export function toLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
