import { type Outcome, readMessage } from "./message.ts";

/** A window in which the customer decides about one payment. */
export type Approval = {
  /** Shows the order and resolves with the decision; closing the window cancels. */
  decide: (token: string) => Promise<Outcome>;
  focus: () => void;
  close: () => void;
};

type Place = {
  target: () => Window | null;
  show: (address: string) => void;
  isClosed: () => boolean;
  focus: () => void;
  close: () => void;
};

const lookMs = 200;

/** Opens the window synchronously, while the click still permits a pop-up; the order is shown later. */
export function openApproval(origin: string, fundingSource: string): Approval {
  const place = openPopup() ?? openOverlay();

  function decide(token: string): Promise<Outcome> {
    const query = new URLSearchParams({ token, fundingSource, opener: location.origin });
    place.show(`${origin}/checkoutnow?${query}`);
    return new Promise((resolve) => {
      const end = (outcome: Outcome) => {
        clearInterval(look);
        removeEventListener("message", listen);
        place.close();
        resolve(outcome);
      };
      const listen = (event: MessageEvent<unknown>) => {
        if (event.origin !== origin || event.source !== place.target()) return;
        const outcome = readMessage(event.data, token);
        if (outcome !== undefined) end(outcome);
      };
      const look = setInterval(() => {
        if (place.isClosed()) end("cancelled");
      }, lookMs);
      addEventListener("message", listen);
    });
  }

  return { decide, focus: place.focus, close: place.close };
}

/** Opened empty: a URL of its own could finish loading after the order's URL and replace it. */
function openPopup(): Place | undefined {
  const [width, height] = [460, 680];
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  const popup = open("", "_blank", `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (popup === null || popup.closed) return undefined;
  popup.document.title = "Simulated payment";
  popup.document.body.style.cssText = "margin:0;padding:32px;background:#0b0f1a;color:#e8ecf5;font:16px/24px system-ui";
  popup.document.body.textContent = "One moment…";
  return {
    target: () => popup,
    show: (next) => {
      if (!popup.closed) popup.location.replace(next);
    },
    isClosed: () => popup.closed,
    focus: () => popup.focus(),
    close: () => popup.close(),
  };
}

const overlayLooks = new CSSStyleSheet();
overlayLooks.replaceSync(`
  .paypal-simulator {
    width: min(460px, 100vw); height: min(680px, 100vh); max-width: none; max-height: none; padding: 0;
    overflow: hidden; background: #0b0f1a; border: 1px solid #2b3450; border-radius: 16px;
  }
  .paypal-simulator::backdrop { background: rgb(3 6 14 / 75%); }
  .paypal-simulator iframe { display: block; width: 100%; height: 100%; border: 0; }
`);

/** An overlay in the page itself, if the browser blocks pop-ups. */
function openOverlay(): Place {
  if (!document.adoptedStyleSheets.includes(overlayLooks)) document.adoptedStyleSheets.push(overlayLooks);
  const dialog = document.createElement("dialog");
  dialog.className = "paypal-simulator";
  dialog.setAttribute("aria-label", "Simulated payment");
  const frame = document.createElement("iframe");
  frame.title = "Simulated payment";
  frame.addEventListener("load", () => frame.focus());
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  return {
    target: () => frame.contentWindow,
    show: (next) => {
      frame.src = next;
    },
    isClosed: () => !dialog.open,
    focus: () => frame.focus(),
    close: () => {
      dialog.close();
      dialog.remove();
    },
  };
}
