import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { BrokenScreen } from "./broken-screen.tsx";

/** Error boundary screen for a render error. */
export function CrashScreen() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <BrokenScreen
      text="This page has stopped working."
      help="Your cart is safe. Reload the page, or go back to the shop."
    />
  );
}
