/** What administrators can do to what. */
export const adminActNames = ["created", "published", "updated", "deleted", "uploaded"] as const;
export type AdminActName = (typeof adminActNames)[number];

export const adminEntities = ["product", "brand", "category", "user", "picture"] as const;
export type AdminEntity = (typeof adminEntities)[number];
