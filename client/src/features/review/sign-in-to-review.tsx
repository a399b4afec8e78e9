import { loginPath, productPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./sign-in-to-review.module.css";

/** What stands in the review form's place for those who are not signed in; signing in leads back here. */
export function SignInToReview({ productId }: { productId: string }) {
  return (
    <p className={classes.prompt}>
      Please <PrefetchLink to={loginPath(productPath(productId))}>sign in</PrefetchLink> to write a review.
    </p>
  );
}
