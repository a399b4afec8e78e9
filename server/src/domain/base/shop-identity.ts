/** What a shop is called, and where it is. */
export type ShopIdentity = { name: string; origin: string };
