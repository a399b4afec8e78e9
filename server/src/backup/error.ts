/** Why a backup cannot be written, read or restored; a one-line message for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** The file's content does not match its digests. */
export function damaged(): BackupError {
  return new BackupError("This backup is damaged or cut short");
}
