import "./lib/zod-without-eval.ts";
import "./app/theme.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "virtual:theme.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import { findPage } from "@shop/shared/page/pages";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";
import { openShop, Providers } from "./app/providers.tsx";
import { Pages } from "./app/routes.tsx";
import { screens } from "./app/screens.ts";
import { loadScreen, ShopRouter } from "./app/shop-router.tsx";
import { dropExpiredSession } from "./features/account/session-store.ts";
import { preloadPartFiles } from "./lib/load-chunk.ts";
import { readPageData } from "./lib/page-data.ts";
import { useEarlyInput } from "./lib/use-early-input.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root");

dropExpiredSession(Date.now());

const history = createBrowserHistory({ v5Compat: true });

function Shop({ container, shop }: { container: HTMLElement; shop: ReturnType<typeof openShop> }) {
  useEarlyInput(container);
  return (
    <Providers shop={shop}>
      <ShopRouter history={history}>
        <Pages />
      </ShopRouter>
    </Providers>
  );
}

/** Hydrates the page in several tasks, because one would occupy a slow phone for too long. */
async function start(container: HTMLElement): Promise<void> {
  // Hydration needs the code of the screen.
  if (container.firstElementChild !== null) await loadScreen(location.pathname);
  await nextTask();
  const shop = openShop(readPageData());
  await nextTask();
  render(container, shop);
}

function render(container: HTMLElement, shop: ReturnType<typeof openShop>): void {
  // From now on links fetch data instead of pages.
  document.querySelector('script[type="speculationrules"]')?.remove();
  const app = (
    <StrictMode>
      <Shop container={container} shop={shop} />
    </StrictMode>
  );
  const screen = findPage(location.pathname)?.page.screen ?? "home-page";
  const isMissing = screen !== "home-page" && screens[screen].hasFailed();
  // The development server, and a server that could not render, send an empty page.
  if (isMissing || container.firstElementChild === null) createRoot(container).render(app);
  // A transition, so that input can interrupt it.
  else startTransition(() => void hydrateRoot(container, app));
  preloadPartFiles();
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

void start(root);
