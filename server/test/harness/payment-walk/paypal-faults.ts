import type { CallName, Fault, Faults } from "@shop/paypal-simulator/faults";
import { documentedIssues } from "@shop/paypal-simulator/issues";
import { pickFrom } from "../random.ts";

const issuesOf: Partial<Record<CallName, readonly string[]>> = {
  create: documentedIssues.create,
  capture: documentedIssues.capture,
  refund: documentedIssues.refund,
};

/** Plans that the next call of some kind goes wrong at PayPal. */
export function planPayPalFault(faults: Faults, random: () => number): void {
  if (random() < 0.3) {
    // The worst for money: the provider has captured, nobody knows, and what is asked next misleads.
    faults.add("capture", { kind: "drop" });
    if (random() < 0.6) {
      const issue = documentedIssues.capture[Math.floor(random() * documentedIssues.capture.length)];
      faults.add("capture", { kind: "status", status: 422, issue: issue ?? "DUPLICATE_INVOICE_ID" });
      return;
    }
    faults.add("capture", { kind: "drop" });
    faults.add("read", { kind: "delay", ms: 0 });
    faults.add("read", { kind: "status", status: pickFrom(random, [404, 500]) }, 2);
    return;
  }
  const call: CallName = pickFrom(random, [
    "capture",
    "capture",
    "capture",
    "refund",
    "refund",
    "read",
    "create",
    "change",
    "token",
    "verify",
  ]);
  const times = random() < 0.75 ? 1 : 2 + Math.floor(random() * 3);
  faults.add(call, drawFault(random, call), times);
}

function drawFault(random: () => number, call: CallName): Fault {
  const issues = issuesOf[call];
  const issue = issues?.[Math.floor(random() * issues.length)];
  const luck = random();
  if (luck < 0.25) return { kind: "drop" };
  if (luck < 0.33) return { kind: "refuse" };
  if (luck < 0.37) return { kind: "garbage" };
  if (luck < 0.4) return { kind: "delay", ms: 320 };
  if (luck < 0.44) return { kind: "delay answer", ms: 320 };
  if (luck < 0.6) return { kind: "status", status: pickFrom(random, [404, 409, 429, 500, 503, 403, 401, 400]) };
  if (luck < 0.7)
    return { kind: "status after", status: pickFrom(random, [404, 409, 500, 503]), forgets: random() < 0.5 };
  const duplicate =
    call === "capture" && random() < 0.4 ? pickFrom(random, ["DUPLICATE_INVOICE_ID", "ORDER_ALREADY_CAPTURED"]) : issue;
  if (duplicate === undefined) return { kind: "status", status: 500 };
  if (luck < 0.85) return { kind: "status", status: 422, issue: duplicate };
  return { kind: "status after", status: 422, issue: duplicate, forgets: random() < 0.5 };
}
