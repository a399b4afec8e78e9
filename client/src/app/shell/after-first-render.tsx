import { ToastArea } from "../../ui/toast-area.tsx";
import { useVisitSteps } from "./use-visit-steps.ts";

/** What no first render waits for: toasts, and the count of visits. */
export function AfterFirstRender() {
  useVisitSteps();
  return <ToastArea />;
}
