/** What can sign in to an account, or act in its owner's name, besides the password. */
export const accessKinds = ["passkey", "authenticator app", "API key", "webhook"] as const;
export type AccessKind = (typeof accessKinds)[number];

export type AccessMeans = {
  _id: string;
  kind: AccessKind;
  /** The device of a passkey, the name of an API key, the address of a webhook. */
  name: string;
  addedAt: string;
  /** Whether it is out of use since the account was taken back by mail. */
  isSuspended: boolean;
};
