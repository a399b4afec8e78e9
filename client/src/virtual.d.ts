declare module "virtual:part-files" {
  /** The built files that are loaded on demand. */
  export const files: readonly string[];
  /** For each module that is loaded on demand, the indices of its files. */
  export const parts: Readonly<Record<string, readonly number[]>>;
}
