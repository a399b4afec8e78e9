declare module "virtual:part-files" {
  /** The address of the list of the files that are loaded on demand; none in development. */
  export const address: string | undefined;
}
