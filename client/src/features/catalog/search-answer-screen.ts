import { lazyScreen } from "../../lib/lazy-part.tsx";

/** What was read of a search, and what to do where nothing is found. Rendered by the server as well. */
export const searchAnswer = lazyScreen(
  "search-answer",
  () => import("./search-answer.tsx").then((part) => part.SearchAnswer),
  { failed: () => null },
);
