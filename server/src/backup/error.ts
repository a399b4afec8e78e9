/** Why a backup cannot be taken, read or restored; one line for a person. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Something in a file is not as it was written. */
export function damaged(): BackupError {
  return new BackupError("This backup is damaged or cut short");
}
