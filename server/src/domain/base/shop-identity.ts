/** What a shop is called, and where it is; its time zone decides which day it is, everywhere. */
export type ShopIdentity = { name: string; origin: string; timeZone: string };
