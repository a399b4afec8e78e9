import { z } from "zod";
import { openSignedTokens } from "./signed-tokens.ts";

const claims = z.object({ sub: z.string(), jti: z.uuid(), exp: z.number() });
const lifetime = "365 days";

export type DeviceTokens = {
  sign: (device: { id: string; account: string }) => Promise<string>;
  /** The content of a token; `null` if it is foreign, altered, expired or incomplete. */
  verify: (token: string) => Promise<{ id: string; account: string } | null>;
};

/** Signs and verifies the tokens of devices that have signed in before. A token grants no access. */
export function openDeviceTokens(secret: string, origin: string): DeviceTokens {
  const tokens = openSignedTokens(secret, origin, { audience: "shop-device", claims });
  return {
    sign: ({ id, account }) => tokens.sign({ sub: account, jti: id }, lifetime),
    verify: async (token) => {
      const found = await tokens.verify(token);
      return found === null ? null : { id: found.jti, account: found.sub };
    },
  };
}
