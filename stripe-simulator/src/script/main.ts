import { confirmPayment } from "./confirm.ts";
import { makeElements } from "./elements.ts";

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error("The simulator's script must be loaded by its address");
const { origin } = new URL(script.src);

/** The function that Stripe's script defines, with what the shop uses of it. */
function openStripe() {
  const unused = () => Promise.reject(new Error("The simulator does not have this"));
  return {
    elements: makeElements,
    confirmPayment: (options: Parameters<typeof confirmPayment>[1]) => confirmPayment(origin, options),
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
  };
}

/** The release of Stripe.js that it stands for, which the shop's loader expects. */
const version = "endive";
Object.assign(window, { Stripe: Object.assign(openStripe, { version }) });
