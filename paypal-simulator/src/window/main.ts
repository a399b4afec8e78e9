import { type Outcome, toMessage } from "../script/message.ts";

const main = document.querySelector("main");
const token = main?.dataset.token ?? "";
const failure = document.querySelector(".failure");
const buttons = [...document.querySelectorAll<HTMLButtonElement>("button[data-decision]")];
let isDecided = false;

/** Posts the outcome to the page that opened this window, restricted to its origin, or goes back to the shop's page. */
function postOutcome(outcome: Outcome): void {
  const opener: Window | null = window.opener ?? (window.parent === window ? null : window.parent);
  const origin = new URLSearchParams(location.search).get("opener");
  const page = outcome === "cancelled" ? main?.dataset.cancelled : main?.dataset.approved;
  if (opener !== null && origin !== null) opener.postMessage(toMessage(token, outcome), origin);
  else if (page) location.assign(page);
  else window.close();
}

async function decide(decision: string): Promise<void> {
  if (isDecided) return;
  isDecided = true;
  for (const button of buttons) button.setAttribute("aria-disabled", "true");
  if (failure !== null) failure.textContent = "";
  try {
    const answer = await fetch(`/checkoutnow/${encodeURIComponent(token)}/${decision}`, { method: "POST" });
    if (!answer.ok) throw new Error(`The simulator answered ${answer.status}`);
    postOutcome(decision === "cancel" ? "cancelled" : "approved");
  } catch {
    isDecided = false;
    for (const button of buttons) button.removeAttribute("aria-disabled");
    if (failure !== null) failure.textContent = "The simulator could not be reached. Please try again.";
  }
}

for (const button of buttons) {
  button.addEventListener("click", () => void decide(button.dataset.decision ?? "cancel"));
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape") void decide("cancel");
});
