import { type Approval, openApproval } from "./approval.ts";

type Callback = (data: Record<string, unknown>, actions: Record<string, unknown>) => unknown;

/** The subset of the provider's button options that the shop uses. */
export type ButtonsOptions = {
  fundingSource?: string;
  style?: { height?: number; borderRadius?: number };
  createOrder?: Callback;
  onApprove?: Callback;
  onCancel?: Callback;
  onClick?: Callback;
  onInit?: Callback;
  onError?: (error: unknown) => unknown;
};

const plate = '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="M7 12h10"/>';

const faces: Record<string, { label: string; icon: string }> = {
  paypal: {
    label: "PayPal",
    icon: '<path d="M3 7a2 2 0 0 1 2-2h13v4M3 7v11a2 2 0 0 0 2 2h15v-4M3 7a2 2 0 0 0 2 2h15v7h-5a3.5 3.5 0 0 1 0-7"/>',
  },
  card: {
    label: "Debit or Credit Card",
    icon: '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="M3 10h18M7 15h3"/>',
  },
  paylater: { label: "Pay Later", icon: plate },
  venmo: { label: "Venmo", icon: plate },
  ideal: { label: "iDEAL", icon: plate },
  bancontact: { label: "Bancontact", icon: plate },
  blik: { label: "BLIK", icon: plate },
};

const looks = new CSSStyleSheet();
looks.replaceSync(`
  :host { display: block; }
  button {
    display: flex; gap: 10px; align-items: center; justify-content: center;
    width: 100%; height: var(--height); padding: 0 16px; box-sizing: border-box;
    border: 0; border-radius: var(--radius);
    font: inherit; font-size: 16px; line-height: 24px; font-weight: 600; cursor: pointer;
  }
  button.paypal { background: #ffc43a; color: #10213f; }
  button.paypal:hover { background: #f2b31d; }
  button.card { background: #232a3b; color: #fff; }
  button.card:hover { background: #30394f; }
  button:not(.paypal, .card) { background: #fff; color: #10213f; border: 1px solid #10213f; }
  button:disabled { cursor: default; }
  button:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px; }
  button[aria-busy="true"] { opacity: .7; }
  svg { flex: none; width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
`);

type Script = { origin: string; eligible: ReadonlySet<string> };

/** Replaces the provider's `Buttons`: the same callbacks, with the simulator's window. */
export function makeButtons({ origin, eligible }: Script, initial: ButtonsOptions = {}) {
  let options = initial;
  let approval: Approval | undefined;
  const fundingSource = options.fundingSource ?? "paypal";
  const face = eligible.has(fundingSource) ? faces[fundingSource] : undefined;
  const host = document.createElement("div");
  const button = document.createElement("button");

  async function press(): Promise<void> {
    if (approval !== undefined) return approval.focus();
    approval = openApproval(origin, fundingSource);
    button.setAttribute("aria-busy", "true");
    try {
      const token = await options.createOrder?.({ paymentSource: fundingSource }, {});
      if (typeof token !== "string") throw new Error("createOrder gave no order id");
      await pay(token);
    } catch (error) {
      options.onError?.(error);
    } finally {
      approval?.close();
      approval = undefined;
      button.removeAttribute("aria-busy");
    }
  }

  /** Runs the approval once, and again for as long as the shop restarts it. */
  async function pay(token: string): Promise<void> {
    approval ??= openApproval(origin, fundingSource);
    const outcome = await approval.decide(token);
    approval = undefined;
    if (outcome === "cancelled") {
      button.focus();
      options.onCancel?.({ orderID: token }, {});
      return;
    }
    let isWantedAgain = false;
    const restart = () => {
      isWantedAgain = true;
    };
    const redirect = (address: string) => location.assign(address);
    await options.onApprove?.(
      { orderID: token, payerID: "SIMULATEDPAYER", paymentID: token, fundingSource },
      { restart, redirect },
    );
    if (isWantedAgain) await pay(token);
  }

  function draw(): void {
    if (face === undefined) return;
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [looks];
    host.style.setProperty("--height", `${options.style?.height ?? 44}px`);
    host.style.setProperty("--radius", `${options.style?.borderRadius ?? 4}px`);
    button.type = "button";
    button.className = fundingSource;
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${face.icon}</svg><span>${face.label}</span>`;
    button.addEventListener("click", () => {
      const isAllowed = options.onClick?.({ fundingSource }, { resolve: () => true, reject: () => false });
      Promise.resolve(isAllowed).then((answer) => {
        if (answer !== false) void press();
      });
    });
    root.append(button);
  }

  return {
    isEligible: () => face !== undefined,
    render: async (container: HTMLElement | string) => {
      const place = typeof container === "string" ? document.querySelector(container) : container;
      if (place === null) throw new Error("There is no place for the buttons");
      if (host.shadowRoot === null) draw();
      place.append(host);
      const setEnabled = async (isEnabled: boolean) => {
        button.disabled = !isEnabled;
      };
      options.onInit?.({}, { enable: () => setEnabled(true), disable: () => setEnabled(false) });
    },
    close: async () => {
      approval?.close();
      host.remove();
    },
    updateProps: async (changed: ButtonsOptions) => {
      options = Object.assign(options, changed);
    },
  };
}
