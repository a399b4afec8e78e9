import { passwordCost } from "./password-cost.ts";

passwordCost.lower();
