type Handler = (event: unknown) => void;
export type PaymentElement = ReturnType<typeof makePaymentElement>;
export type Elements = ReturnType<typeof makeElements>;

/** What the customer can pay by, with what comes of it. */
const methods = [
  { value: "card", label: "Card" },
  { value: "risky card", label: "Card that Stripe finds doubtful" },
  { value: "declined card", label: "Card that is declined" },
  { value: "bank", label: "Bank, paid at once" },
  { value: "debit", label: "Debit, paid in some days" },
] as const;

const looks = new CSSStyleSheet();
looks.replaceSync(`
  :host { display: block; }
  fieldset { display: grid; gap: 4px; margin: 0; padding: 12px 16px; border: 1px solid #c6cede; border-radius: 8px; background: #fff; color: #10213f; }
  legend { padding: 0 4px; font-size: 14px; }
  label { display: flex; gap: 12px; align-items: center; min-height: 44px; cursor: pointer; font-size: 16px; }
  input { width: 20px; height: 20px; margin: 0; accent-color: #1d4ed8; }
  input:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px; }
`);

/** Replaces Stripe's group of elements. */
export function makeElements({ clientSecret }: { clientSecret: string }) {
  const element = makePaymentElement();
  return {
    clientSecret,
    create: () => element,
    getElement: () => element,
    update: () => undefined,
    submit: () => Promise.resolve({ selectedPaymentMethod: element.chosen() }),
    chosen: () => element.chosen(),
  };
}

/** The form that the customer pays with. */
function makePaymentElement() {
  const host = document.createElement("div");
  const handlers = new Map<string, Set<Handler>>();
  const emit = (name: string) => {
    for (const handler of handlers.get(name) ?? []) handler({ elementType: "payment" });
  };
  function draw(): void {
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [looks];
    const group = document.createElement("fieldset");
    const legend = document.createElement("legend");
    legend.textContent = "Simulated payment";
    group.append(legend, ...methods.map(({ value, label }, n) => choice(value, label, n === 0)));
    root.append(group);
  }
  return {
    mount: (place: HTMLElement | string) => {
      const target = typeof place === "string" ? document.querySelector(place) : place;
      if (host.shadowRoot === null) draw();
      target?.append(host);
      queueMicrotask(() => emit("ready"));
    },
    on: (name: string, handler: Handler) => {
      const known = handlers.get(name) ?? new Set();
      handlers.set(name, known.add(handler));
    },
    once: () => undefined,
    off: (name: string, handler: Handler) => {
      handlers.get(name)?.delete(handler);
    },
    update: () => undefined,
    focus: () => focusFirst(host),
    unmount: () => host.remove(),
    destroy: () => host.remove(),
    chosen: () => {
      const checked = host.shadowRoot?.querySelector("input:checked");
      return checked instanceof HTMLInputElement ? checked.value : "card";
    },
  };
}

function focusFirst(host: HTMLElement): void {
  const first = host.shadowRoot?.querySelector("input");
  if (first instanceof HTMLInputElement) first.focus();
}

function choice(value: string, text: string, isChecked: boolean): HTMLLabelElement {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "radio";
  input.name = "method";
  input.value = value;
  input.checked = isChecked;
  label.append(input, text);
  return label;
}
