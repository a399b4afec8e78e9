/** What a keyword matches at one version of the catalog, with one window of the ids. */
export type Matches = {
  version: string;
  versionNumber: number;
  /** Whether products contain the keyword as typed. Otherwise they match a corrected spelling. */
  isLiteral: boolean;
  total: number;
  /** How many of them rank before all others. */
  rankedFirst: number;
  /** Position of the first of `ids` in the order of all matches. */
  offset: number;
  ids: string[];
};

/** A slice of the ordered matches. */
export type MatchWindow = { offset: number; limit: number };
