import type { VisitStep } from "@shop/shared/admin/visit-steps";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { cartPath, checkoutPaths } from "../../lib/paths.ts";
import { trpc } from "../../lib/trpc.ts";
import { whenIdle } from "../../lib/when-idle.ts";

/** What this visit has reached: as long as the shop is open in this tab, and stored nowhere. */
const reached = new Set<VisitStep>();

/** Counts how far the visit comes, each step once. Visits of administrators are not counted. */
export function useVisitSteps(): void {
  const { pathname } = useLocation();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  const { client } = trpc.useUtils();
  useEffect(() => {
    if (isAdmin || pathname.startsWith("/admin/")) return;
    return whenIdle(() => {
      for (const step of stepsOf(pathname)) {
        if (reached.has(step)) continue;
        reached.add(step);
        // A count that is lost is nothing to tell.
        client.visit.note.mutate({ step }).catch(() => undefined);
      }
    });
  }, [pathname, isAdmin, client]);
}

function stepsOf(pathname: string): VisitStep[] {
  if (/^\/(product|p)\//.test(pathname)) return ["visit", "product"];
  if (pathname === cartPath) return ["visit", "cart"];
  return checkoutPaths.includes(pathname) ? ["visit", "checkout"] : ["visit"];
}
