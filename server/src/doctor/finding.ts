/** What a check found. An error keeps the shop from working, a warning is a risk. */
export type Finding = {
  level: "ok" | "warning" | "error";
  about: string;
  /** One sentence about what is so, and for warnings and errors one about what to do. Never a secret. */
  text: string;
};

const findingOf = (level: Finding["level"]) => (about: string, text: string) => ({ level, about, text });

export const ok = findingOf("ok");
export const warning = findingOf("warning");
export const error = findingOf("error");
