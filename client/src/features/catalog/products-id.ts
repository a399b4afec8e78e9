/** Id of the products, the target of a skip link. */
export const productsId = "products";
