import { afterActs, say } from "./act.ts";
import { wireForms } from "./forms.ts";
import { showPayments } from "./payments.ts";
import { showCalls, showFaults, showWebhook } from "./records.ts";
import type { ControlView } from "./view.ts";

const refreshMs = 2_000;
let isLost = false;

async function refresh(): Promise<void> {
  try {
    const answer = await fetch("/control/state");
    const view: ControlView = await answer.json();
    if (isLost) say("The simulator is there again.");
    isLost = false;
    showPayments(view.orders);
    showFaults(view.faults);
    showWebhook(view.webhook, view.events);
    showCalls(view.calls);
  } catch {
    if (!isLost) say("The simulator could not be reached.", true);
    isLost = true;
  }
}

wireForms();
afterActs(() => void refresh());
setInterval(() => {
  if (!document.hidden) void refresh();
}, refreshMs);
void refresh();
