/** The data of the approval window. Texts come from the shop's order and are untrusted. */
export type WindowView = {
  token: string;
  /** The payee. */
  shop: string;
  /** The formatted amount: `$12.30`. */
  amount: string;
  fundingSource: string;
  /** Whether the last approval of this order was declined. */
  isDeclined: boolean;
  /** Where the customer goes on after each decision; absent if the shop waits in another window. */
  approvedUrl: string | undefined;
  cancelledUrl: string | undefined;
};

/** The customer's decisions; the window's buttons post them to `/checkoutnow/{token}/{decision}`. */
export const decisions = ["approve", "decline", "pend", "cancel"] as const;

/** The approval window with an order, or its error page without one. */
export function renderWindow(view: WindowView | undefined): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark" />
    <title>Simulated payment</title>
    <link rel="stylesheet" href="/checkoutnow/window.css" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <header>Simulated payment: no money moves.</header>
    ${view === undefined ? nothing : decision(view)}
  </body>
</html>
`;
}

const nothing = `<main>
      <h1>Nothing to pay</h1>
      <p class="means">There is no such payment. Close this window and begin again on the order's page.</p>
    </main>`;

function decision({ token, shop, amount, fundingSource, isDeclined, ...urls }: WindowView): string {
  const { approvedUrl = "", cancelledUrl = "" } = urls;
  const means = fundingSource === "card" ? "Made-up card ending in 4242" : "PayPal account of a made-up buyer";
  return `<main data-token="${escapeHtml(token)}" data-approved="${escapeHtml(approvedUrl)}" data-cancelled="${escapeHtml(cancelledUrl)}">
      <h1>Pay ${escapeHtml(shop)}</h1>
      <p class="amount">${escapeHtml(amount)}</p>
      <p class="means">${means}</p>
      ${isDeclined ? `<p class="declined" role="alert">The bank declined this payment. Try once more, or cancel.</p>` : ""}
      <div class="choices">
        <button type="button" class="approve" data-decision="approve">Approve</button>
        <button type="button" data-decision="decline">Decline card</button>
        <button type="button" data-decision="pend">Leave it pending</button>
        <button type="button" class="cancel" data-decision="cancel">Cancel</button>
      </div>
      <p class="failure" role="alert"></p>
      <p class="note">This window stands in for the payment provider's. Each button shows how the shop takes that answer.</p>
    </main>
    <script src="/checkoutnow/window.js"></script>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
