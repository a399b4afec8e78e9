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
import { Providers } from "./app/providers.tsx";
import { createAppRouter } from "./app/routes.tsx";
import { dropExpiredSession } from "./features/account/session-store.ts";
import { hydrate } from "./lib/hydrate.ts";
import { readPageData } from "./lib/page-data.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root");

dropExpiredSession(Date.now());

const router = createAppRouter();
const isPrerendered = root.firstElementChild !== null;
const handOver = hydrate(root);

/** The whole shop; tells when it stands in the place of what the server drew. */
function Shop() {
  // In the very task that replaces the drawing, so that nobody can act in between.
  useLayoutEffect(() => queueMicrotask(handOver), []);
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
  // What is drawn may stay until the screen's own code is there, and the work of replacing it in small pieces.
  const begin = () => startTransition(render);
  if (router.state.initialized) begin();
  else {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      begin();
    });
  }
} else render();
