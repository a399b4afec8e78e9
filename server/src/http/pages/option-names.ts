/** The properties of a variant that search engines and feeds know. */
export const groupProperties = ["size", "color", "material", "pattern"] as const;
export type GroupProperty = (typeof groupProperties)[number];

/** How shops name the options that are these properties. */
export const optionNames: Record<GroupProperty, RegExp> = {
  size: /\bsize\b|\bwaist\b|\blength\b/i,
  color: /\bcolou?r\b/i,
  material: /\bmaterial\b|\bfabric\b/i,
  pattern: /\bpattern\b/i,
};
