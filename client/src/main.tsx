import "./app/theme.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "virtual:theme.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { config } from "zod/v4/core";
import { Providers } from "./app/providers.tsx";
import { createAppRouter } from "./app/routes.tsx";
import { dropExpiredSession } from "./features/account/session-store.ts";
import { hydrate } from "./lib/hydrate.ts";
import { readPageData } from "./lib/page-data.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root");

// The content security policy forbids the compiled checks, and reports each try.
config({ jitless: true });
dropExpiredSession(Date.now());

const router = createAppRouter();
const isPrerendered = root.firstElementChild !== null;
const transferInput = hydrate(root);

function Shop() {
  // Runs in the task that replaces the prerendered page, so that no input event can occur in between.
  useLayoutEffect(() => queueMicrotask(transferInput), []);
  return (
    <Providers pageData={readPageData()}>
      <RouterProvider router={router} />
    </Providers>
  );
}

const app = createRoot(root);
const render = () =>
  app.render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );

if (isPrerendered) {
  // The prerendered page stays until the code of the screen has loaded. The transition keeps the render interruptible.
  const start = () => startTransition(render);
  if (router.state.initialized) start();
  else {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      start();
    });
  }
} else render();
