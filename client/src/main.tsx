import "./app/theme.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { Providers } from "./app/providers.tsx";
import { createAppRouter } from "./app/routes.tsx";
import { dropExpiredSession } from "./features/account/session-store.ts";
import { readPageData } from "./lib/page-data.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root");

dropExpiredSession(Date.now());

createRoot(root).render(
  <StrictMode>
    <Providers pageData={readPageData()}>
      <RouterProvider router={createAppRouter()} />
    </Providers>
  </StrictMode>,
);
