import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { noteSecondFactorNeed } from "../features/account/second-factor-need.ts";
import { clearSignedIn } from "../features/account/session-store.ts";
import { removePrivateQueries } from "../features/account/use-session.ts";
import { startBackForwardCache } from "../lib/back-forward-cache.ts";
import { type ShopPageData, seedQueries } from "../lib/page-data.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { createTrpcClient, trpc } from "../lib/trpc.ts";
import { defaultShop, ShopIdentityContext } from "../ui/shop-identity.ts";
import { theme } from "./theme.ts";

/** Theme, tRPC and React Query clients, and the shop identity for all screens. */
export function Providers({ pageData, children }: { pageData: ShopPageData | undefined; children: ReactNode }) {
  const [{ queryClient, trpcClient, shop }] = useState(() => {
    const onSessionOver = () => {
      clearSignedIn();
      // Deferred until the failed response has reached its observers.
      setTimeout(() => removePrivateQueries(queryClient));
    };
    const queryClient = createQueryClient(onSessionOver, () => noteSecondFactorNeed(true));
    if (pageData !== undefined) seedQueries(queryClient, pageData);
    const shop = pageData?.shop ?? { ...defaultShop, origin: location.origin };
    return { queryClient, trpcClient: createTrpcClient(), shop };
  });
  useEffect(() => startBackForwardCache(queryClient), [queryClient]);
  return (
    // The build writes the theme's CSS variables into the style sheet.
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} forceColorScheme="dark">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ShopIdentityContext value={shop}>{children}</ShopIdentityContext>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
}
