import { callNames, type Fault } from "../faults.ts";
import { documentedIssues } from "../issues.ts";

const kinds: Record<Fault["kind"], string> = {
  delay: "Wait, then do it and answer",
  "delay answer": "Do it, then wait before the answer",
  drop: "Do it, then hang up without an answer",
  "status after": "Do it, then refuse all the same",
  lie: "Do it, and answer with other values",
  status: "Refuse with a status",
  refuse: "Hang up at once",
  garbage: "Answer broken JSON",
  page: "Answer a page instead of JSON",
  huge: "Answer far too much",
  redirect: "Redirect elsewhere",
};

/** The control page. Its script renders the data. */
export function renderControl(): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark" />
    <title>Payment simulator</title>
    <link rel="stylesheet" href="/control/page.css" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <header>Simulated payments: no money moves.</header>
    <main>
      <h1>Payment simulator</h1>
      <p class="note">Here you do what buyers, their banks and the payment provider would do, and let the shop's calls go wrong.</p>
      <noscript><p>This page needs JavaScript.</p></noscript>
      <p id="message" role="status"></p>
      <section aria-labelledby="payments-title">
        <h2 id="payments-title">Payments</h2>
        <div id="payments"><p class="note">Loading…</p></div>
      </section>
      <section aria-labelledby="faults-title">
        <h2 id="faults-title">Faults</h2>
        ${faultForm()}
        ${nextRefundForm}
        <div id="faults"></div>
      </section>
      <section aria-labelledby="webhook-title">
        <h2 id="webhook-title">Webhook</h2>
        <div id="webhook"></div>
        <div id="events"></div>
      </section>
      <section aria-labelledby="calls-title">
        <h2 id="calls-title">Calls from the shop</h2>
        <div id="calls"></div>
      </section>
    </main>
    <script src="/control/page.js"></script>
  </body>
</html>
`;
}

const option = (value: string, text = value) => `<option value="${value}">${text}</option>`;

/** `data-for`: the fault kinds that use a field. */
function faultForm(): string {
  const issues = Object.entries(documentedIssues).map(
    ([call, names]) => `<optgroup label="${call}">${names.map((name) => option(name)).join("")}</optgroup>`,
  );
  return `<form id="fault">
          <label>Call <select name="call">${callNames.map((name) => option(name)).join("")}</select></label>
          <label>What happens <select name="kind">${Object.entries(kinds)
            .map(([kind, text]) => option(kind, text))
            .join("")}</select></label>
          <label data-for="delay,delay answer">Milliseconds <input name="ms" type="number" min="0" max="120000" value="3000" required /></label>
          <label data-for="status,status after">Status <input name="status" type="number" min="400" max="599" value="422" required /></label>
          <label data-for="status,status after">Issue <select name="issue">${option("", "None")}${issues.join("")}</select></label>
          <label data-for="status after" class="check"><input name="forgets" type="checkbox" /> Forget the request id</label>
          <label data-for="huge">Bytes <input name="bytes" type="number" min="1" max="50000000" value="10000000" required /></label>
          <label data-for="redirect">Address <input name="to" type="url" value="https://example.com/" required /></label>
          <label data-for="lie">Amount <input name="amount" inputmode="decimal" placeholder="0.01" /></label>
          <label data-for="lie">Currency <input name="currency" maxlength="3" placeholder="EUR" /></label>
          <label data-for="lie">Paid account <input name="payee" placeholder="SOMEBODYELSE" /></label>
          <label data-for="lie">Custom id <input name="customId" /></label>
          <label>Times <input name="times" type="number" min="1" max="10000" value="1" required /></label>
          <label>Only paths with <input name="match" placeholder="any" /></label>
          <div class="buttons">
            <button type="submit" class="main">Plan the fault</button>
            <button type="button" id="clear-faults">Clear all faults</button>
          </div>
        </form>`;
}

const nextRefundForm = `<form id="next-refunds">
          <label>The next refunds <select name="status">${option("PENDING", "stay pending")}${option("FAILED", "fail")}${option("CANCELLED", "are cancelled")}</select></label>
          <label>How many <input name="times" type="number" min="1" max="1000" value="1" required /></label>
          <div class="buttons"><button type="submit">Set</button></div>
        </form>`;
