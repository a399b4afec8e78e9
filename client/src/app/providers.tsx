import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { forgetSignedIn } from "../features/account/session-store.ts";
import { forgetPrivateAnswers } from "../features/account/use-session.ts";
import { rememberForBack } from "../lib/back-memory.ts";
import { type ShopPageData, seedQueries } from "../lib/page-data.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { createTrpcClient, trpc } from "../lib/trpc.ts";
import { ShopIdentityContext, unnamedShop } from "../ui/shop-identity.ts";
import { theme } from "./theme.ts";

/** What every screen stands in: look, server answers, the shop's identity. */
export function Providers({ pageData, children }: { pageData: ShopPageData | undefined; children: ReactNode }) {
  const [{ queryClient, trpcClient, shop }] = useState(() => {
    const queryClient = createQueryClient(() => {
      forgetSignedIn();
      // The answer that brought the news is still being handed out; then nothing of the session may stay.
      setTimeout(() => forgetPrivateAnswers(queryClient));
    });
    if (pageData !== undefined) seedQueries(queryClient, pageData);
    const shop = pageData?.shop ?? { ...unnamedShop, origin: location.origin };
    return { queryClient, trpcClient: createTrpcClient(), shop };
  });
  useEffect(() => rememberForBack(queryClient), [queryClient]);
  return (
    // The theme's variables are in the built styles.
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} forceColorScheme="dark">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ShopIdentityContext value={shop}>{children}</ShopIdentityContext>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
}
