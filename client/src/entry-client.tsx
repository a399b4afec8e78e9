import "./app/theme.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "virtual:theme.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import { findPage } from "@shop/shared/pages";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { config } from "zod/v4/core";
import { openShop, Providers } from "./app/providers.tsx";
import { createAppRouter } from "./app/routes.tsx";
import { screens } from "./app/screens.ts";
import { dropExpiredSession } from "./features/account/session-store.ts";
import { readPageData } from "./lib/page-data.ts";
import { useEarlyInput } from "./lib/use-early-input.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root");

// The content security policy forbids the compiled checks, and reports each try.
config({ jitless: true });
dropExpiredSession(Date.now());

const router = createAppRouter();
const shop = openShop(readPageData());

function Shop({ container }: { container: HTMLElement }) {
  useEarlyInput(container);
  return (
    <Providers shop={shop}>
      <RouterProvider router={router} />
    </Providers>
  );
}

function start(container: HTMLElement): void {
  const app = (
    <StrictMode>
      <Shop container={container} />
    </StrictMode>
  );
  const screen = findPage(location.pathname)?.page.screen ?? "home-page";
  const isMissing = screen !== "home-page" && screens[screen].hasFailed();
  // The development server, and a server that could not render, send an empty page.
  if (isMissing || container.firstElementChild === null) createRoot(container).render(app);
  // A transition, so that input can interrupt it.
  else startTransition(() => void hydrateRoot(container, app));
}

// Hydration needs the code of the screen.
if (router.state.initialized || root.firstElementChild === null) start(root);
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    start(root);
  });
}
