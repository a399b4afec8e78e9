import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { cssVariables, theme } from "./src/app/theme.ts";

const id = "virtual:theme.css";

/**
 * The theme's variables as a file of styles, written when the client is built.
 * The library would write them into every page and again in every browser.
 */
export function themeStyles(): Plugin {
  return {
    name: "theme-styles",
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load: (wanted) => (wanted === `\0${id}` ? writeThemeStyles() : undefined),
  };
}

/** What the library's own provider would put into the page. */
function writeThemeStyles(): string {
  const settings = { theme, cssVariablesResolver: cssVariables, withGlobalClasses: false };
  const drawn = renderToStaticMarkup(createElement(MantineProvider, settings));
  const styles = /^<style[^>]*>(?<styles>.+)<\/style>$/s.exec(drawn)?.groups?.styles;
  if (styles === undefined) throw new Error("The theme has no styles");
  return styles;
}
