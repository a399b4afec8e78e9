import { type ButtonsOptions, makeButtons } from "./buttons.ts";

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error("The simulator's script must be loaded by its address");
const { origin } = new URL(script.src);

/** The global that the provider's script defines. */
Object.assign(window, {
  paypal: {
    version: "simulator",
    FUNDING: { PAYPAL: "paypal", CARD: "card" },
    Buttons: (options?: ButtonsOptions) => makeButtons(origin, options),
  },
});
