import { type ButtonsOptions, makeButtons } from "./buttons.ts";
import { eligibleSources, further } from "./funding.ts";

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error("The simulator's script must be loaded by its address");
const { origin, searchParams } = new URL(script.src);
const eligible = eligibleSources(searchParams);

/** The global that the provider's script defines. */
Object.assign(window, {
  paypal: {
    version: "simulator",
    FUNDING: { PAYPAL: "paypal", CARD: "card", ...further },
    Buttons: (options?: ButtonsOptions) => makeButtons({ origin, eligible }, options),
  },
});
