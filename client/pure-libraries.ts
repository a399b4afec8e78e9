import type { Plugin } from "vite";

/** Lets the build leave out parts of libraries that the shop does not use, and that would stay otherwise. */
export function pureLibraries(): Plugin {
  return {
    name: "pure-libraries",
    apply: "build",
    transform: (code, id) => {
      if (id.includes("/node_modules/react-router/")) return { code: dropUnusedComponents(code), map: null };
      if (id.endsWith("/MantineProvider/MantineProvider.mjs")) return { code: dropStyleWriters(code), map: null };
      return undefined;
    },
  };
}

/** Components are calls at the top of the module, and get names for developer tools, which keeps the unused. */
function dropUnusedComponents(code: string): string {
  return code
    .replace(/= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ ")
    .replace(/^\w+\.displayName = "\w+";$/gm, "");
}

/** The shop's provider always has these options off: the build writes the styles, see `theme-styles.ts`. */
function dropStyleWriters(code: string): string {
  return ["withCssVariables && ", "withGlobalClasses && "].reduce((result, option) => {
    if (!result.includes(option)) throw new Error(`MantineProvider has no "${option}"`);
    return result.replace(option, "false && ");
  }, code);
}
