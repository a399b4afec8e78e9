/** An open session as its user sees it. */
export type SessionRecord = {
  _id: string;
  /** The browser and the system, such as "Firefox on Windows". */
  device: string | null;
  ip: string | null;
  signedInAt: string;
  /** To some minutes. */
  lastUsedAt: string;
  /** Whether it is the session of this request. */
  isCurrent: boolean;
};
