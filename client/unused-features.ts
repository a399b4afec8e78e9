import type { Plugin } from "vite";

/** A feature of a library that stays in the build although the shop does not use it. */
type Feature = {
  /** The library's file. */
  file: RegExp;
  /** What to replace there. */
  cuts: readonly (readonly [code: RegExp, replacement: string])[];
  /** The shop's code that would need the feature. */
  use?: RegExp;
};

const features: readonly Feature[] = [
  {
    // The declarative router is enough. Components are calls at the top of the module, and have names for developer tools; both keep unused ones.
    file: /\/node_modules\/react-router\/dist\/\w+\/chunk-\w+\.mjs$/,
    cuts: [
      [/= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g, "= /* @__PURE__ */ "],
      [/^\w+\.displayName = "\w+";$/gm, ""],
      // The data router, and server components.
      [/\bisDataRoute \? useNavigateStable\(\) : /, ""],
      [/^ {4}if \(this\.context\b[\s\S]*?^ {4}\}$/gm, ""],
    ],
    use: /\bcreate(?:Browser|Memory|Hash)Router\b|\bRouterProvider\b/,
  },
  {
    // The build writes the styles: see theme-styles.ts.
    file: /\/MantineProvider\/MantineProvider\.mjs$/,
    cuts: [[/\bwith(?:CssVariables|GlobalClasses) && /g, "false && "]],
    use: /<MantineProvider(?![^>]*withCssVariables=\{false\} withGlobalClasses=\{false\})/,
  },
  {
    // Buttons show that they are busy by their words.
    file: /\/components\/Button\/Button\.mjs$/,
    cuts: [
      [/typeof loading === "boolean" && [\s\S]*?\}\), (?=\/\* @__PURE__ \*\/ jsxs\("span")/, ""],
      [/^import \{ (?:Transition|Loader|ButtonGroup\w*) \} .*$/gm, ""],
      [/^Button\.Group(?:Section)? = \w+;$/gm, ""],
    ],
    use: /<Button\b[^<]*\s(?:loading|loaderProps)\b|\bButton\.Group/,
  },
  {
    // Colors that nothing has. Their variables stay in the styles, which the build writes without this plugin.
    file: /\/MantineProvider\/default-colors\.mjs$/,
    cuts: [[/^\t(?:pink|grape|violet|indigo|cyan|teal|lime|orange): \[[^\]]*\],?$/gm, ""]],
    use: /"(?:pink|grape|violet|indigo|cyan|teal|lime|orange)"/,
  },
  {
    file: /\/default-variant-colors-resolver\.mjs$/,
    cuts: [
      [/^import \{ getGradient \} .*$/m, ""],
      [/^\tif \(variant === "white"\) \{[\s\S]*?^\t\}$/gm, ""],
      [/^\tif \(variant === "gradient"\) return \{[^}]*\};$/gm, ""],
    ],
    use: /\bvariant="(?:white|gradient)"/,
  },
  {
    // Hooks that the shop does not call, and answers that arrive piece by piece, for which it has no link.
    file: /\/@trpc\/react-query\/dist\/shared-[\w-]+\.mjs$/,
    cuts: [
      [/^\t\tuse(?:Infinite|Prefetch|Suspense|PrefetchInfinite|SuspenseInfinite)Query: \w+\$1,?$/gm, ""],
      [/^\t\tuse(?:Suspense)?Queries(?:: \w+\$1)?,?$/gm, ""],
      [/^\t\tuseSubscription,?$/gm, ""],
      [/if \(isAsyncIterable\(result\)\) return buildQueryFromAsyncIterable\(.*\);/g, ""],
    ],
    use: /\.use(?:Infinite|Prefetch|Suspense)\w*Query\b|\.use(?:Suspense)?Queries\b|\.useSubscription\b|httpBatchStreamLink/,
  },
  {
    // Lists that grow while they are scrolled.
    file: /\/@tanstack\/query-core\/build\/modern\/query\.js$/,
    cuts: [
      [/^import \{ infiniteQueryBehavior \} .*$/m, ""],
      [/this\.#queryType === "infinite" \? infiniteQueryBehavior\(this\.options\.pages\) : /, ""],
    ],
    use: /[iI]nfiniteQuery\b/,
  },
  {
    // Answers that arrive piece by piece.
    file: /\/@trpc\/client\/dist\/index\.mjs$/,
    cuts: [[/^AsyncGenerator\.prototype\[[\s\S]*?^\};$/m, ""]],
    use: /httpBatchStreamLink|httpSubscriptionLink|wsLink/,
  },
];

/** Leaves features of libraries out of the build that the shop does not use; the build fails once it does. */
export function unusedFeatures(): Plugin {
  const cutOut = new Set<RegExp>();
  return {
    name: "unused-features",
    apply: "build",
    transform(code, id) {
      if (/\/client\/src\//.test(id)) {
        const used = features.find(({ use }) => use?.test(code));
        if (used !== undefined) this.error(`unused-features.ts leaves out what this file uses of ${used.file}`);
        return undefined;
      }
      const cuts = features.find(({ file }) => file.test(id))?.cuts;
      if (cuts === undefined) return undefined;
      for (const [cut] of cuts) if (code.search(cut) >= 0) cutOut.add(cut);
      return { code: cuts.reduce((rest, [cut, replacement]) => rest.replace(cut, replacement), code), map: null };
    },
    buildEnd(error) {
      const missed = features.flatMap(({ cuts }) => cuts).find(([cut]) => !cutOut.has(cut));
      if (error === undefined && missed !== undefined) this.error(`A library has changed: it has no ${missed[0]}`);
    },
  };
}
