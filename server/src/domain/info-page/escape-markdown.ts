/** Text of a setting as Markdown that shows it as it is. The marks of the starting texts stay. */
export function escapeMarkdown(text: string): string {
  if (text.startsWith("[Fill in:")) return text;
  return text
    .replace(/[\\`*_[\]<>&#|~]/g, "\\$&")
    .replace(/^(\s*)([-+]|\d+(?=[.)]))/, (_, blank: string, mark: string) => {
      // A line that would begin a list.
      return /\d/.test(mark) ? `${blank}${mark}\\` : `${blank}\\${mark}`;
    });
}

/** Lines below each other, as in an address. */
export function linesOf(lines: readonly string[]): string {
  return lines.map(escapeMarkdown).join("\\\n");
}
