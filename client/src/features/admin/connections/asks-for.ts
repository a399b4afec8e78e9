/** Asks for the password if that is why an act was refused, and says so; the act runs again once it was entered. */
export type AsksFor = (error: unknown, act: () => void) => boolean;
