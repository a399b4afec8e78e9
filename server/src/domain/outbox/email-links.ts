/** How long the links about a changed e-mail work, in milliseconds. */
export const emailLinkMs = 604_800_000;

/** How long a link to an order in a mail to a guest customer works, in milliseconds. */
export const orderLinkMs = 2_592_000_000;
