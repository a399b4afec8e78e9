/** Time-outs in milliseconds: for one call of a provider, and for all calls of one operation. */
export type ProviderTimeouts = { callMs: number; actMs: number };
export const defaultTimeouts: ProviderTimeouts = { callMs: 5_000, actMs: 11_000 };
