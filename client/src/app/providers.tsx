import { MantineProvider, type MantineProviderProps } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { noteSecondFactorNeed } from "../features/account/second-factor-need.ts";
import { clearSignedIn } from "../features/account/session-store.ts";
import { removePrivateQueries } from "../features/account/use-session.ts";
import { startBackForwardCache } from "../lib/back-forward-cache.ts";
import { type ShopPageData, seedQueries } from "../lib/page-data.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { startSelling } from "../lib/selling.ts";
import { createTrpcClient, trpc } from "../lib/trpc.ts";
import { ChangeShopContext, defaultShop, type ShopIdentity, ShopIdentityContext } from "../ui/shop-identity.ts";
import { theme } from "./theme.ts";

type Shop = { queryClient: QueryClient; trpcClient: ReturnType<typeof createTrpcClient>; identity: ShopIdentity };

/** The clients and the identity of the shop, with the answers that the page carries. */
export function openShop(pageData: ShopPageData | undefined): Shop {
  const onSessionOver = () => {
    clearSignedIn();
    // Deferred until the failed response has reached its observers.
    setTimeout(() => removePrivateQueries(queryClient));
  };
  const queryClient = createQueryClient(onSessionOver, () => noteSecondFactorNeed(true));
  if (pageData !== undefined) seedQueries(queryClient, pageData);
  startSelling(pageData?.shop.selling);
  const identity = pageData?.shop ?? { ...defaultShop, origin: location.origin };
  return { queryClient, trpcClient: createTrpcClient(), identity };
}

/** The scheme for Mantine, which sets it again. The default is as forced: another one would be shown before it. */
function schemeOf({ colorScheme = "dark" }: ShopIdentity): Partial<MantineProviderProps> {
  if (colorScheme === "system") return { defaultColorScheme: "auto" };
  return { defaultColorScheme: colorScheme, forceColorScheme: colorScheme };
}

/** Theme, tRPC and React Query clients, and the shop identity for all screens. */
export function Providers({ shop, children }: { shop: Shop; children: ReactNode }) {
  const { queryClient, trpcClient } = shop;
  const [identity, setIdentity] = useState(shop.identity);
  useEffect(() => startBackForwardCache(queryClient), [queryClient]);
  return (
    // The build writes the theme's CSS variables into the style sheet.
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} {...schemeOf(identity)}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ChangeShopContext value={setIdentity}>
            <ShopIdentityContext value={identity}>{children}</ShopIdentityContext>
          </ChangeShopContext>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
}
