/** What is kept free while the form of a review loads. */
export const reviewFormHeight = "22rem";
