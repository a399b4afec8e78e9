import { useSearchParams } from "react-router-dom";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { ToastArea } from "../../ui/toast-area.tsx";
import { useShownResults } from "./use-shown-results.ts";
import { useVisitSteps } from "./use-visit-steps.ts";

/** Lazy, because few come by such a link. The code can be typed as well. */
const CodeFromLink = lazyPart(
  "code-from-link",
  () => import("./code-from-link.tsx").then((part) => part.CodeFromLink),
  { failed: () => null },
);

/** What no first render waits for: toasts, the count of visits, the search that is shown, and the discount code of a link. */
export function AfterFirstRender() {
  useVisitSteps();
  useShownResults();
  const [params] = useSearchParams();
  const entered = params.get("discount");
  return (
    <>
      <ToastArea />
      {entered !== null && <CodeFromLink entered={entered} />}
    </>
  );
}
