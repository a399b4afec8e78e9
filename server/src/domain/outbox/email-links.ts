/** How long the links about a changed e-mail work, in milliseconds. */
export const emailLinkMs = 604_800_000;
