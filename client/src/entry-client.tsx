import "./lib/zod-without-eval.ts";
import "./app/theme.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "virtual:theme.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { openShop, Providers } from "./app/providers.tsx";
import { isScreenMissing, loadScreen } from "./app/routes.tsx";
import { openBrowserRouter, ShopRouter } from "./app/shop-router.tsx";
import { dropExpiredSession } from "./features/account/session-store.ts";
import { preloadPartFiles } from "./lib/load-chunk.ts";
import { readPageData } from "./lib/page-data.ts";
import { useEarlyInput } from "./lib/use-early-input.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root");

dropExpiredSession(Date.now());

/** The address that the server has rendered. */
const rendered = location.href;

type ShopProps = {
  container: HTMLElement;
  shop: ReturnType<typeof openShop>;
  router: ReturnType<typeof openBrowserRouter>;
};

function Shop({ container, shop, router }: ShopProps) {
  useEarlyInput(container);
  return (
    <Providers shop={shop}>
      <ShopRouter router={router} />
    </Providers>
  );
}

/** Hydrates the page in several tasks, because one would occupy a slow phone for too long. */
async function start(container: HTMLElement): Promise<void> {
  const pageData = readPageData();
  // Hydration needs the code of the screen.
  if (container.firstElementChild !== null) await loadScreen(location.pathname, pageData);
  await nextTask();
  const shop = openShop(pageData);
  await nextTask();
  render(container, shop, isScreenMissing(location.pathname, pageData));
}

function render(container: HTMLElement, shop: ReturnType<typeof openShop>, isMissing: boolean): void {
  // From now on links fetch data instead of pages.
  document.querySelector('script[type="speculationrules"]')?.remove();
  const app = (
    <StrictMode>
      <Shop container={container} shop={shop} router={openBrowserRouter()} />
    </StrictMode>
  );
  // The development server, and a server that could not render, send an empty page. Back can come before hydration.
  const isOther = container.firstElementChild === null || location.href !== rendered;
  if (isMissing || isOther) createRoot(container).render(app);
  // A transition, so that input can interrupt it.
  else startTransition(() => void hydrateRoot(container, app));
  preloadPartFiles();
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

void start(root);
