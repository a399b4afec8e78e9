import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

// White text on the seventh shade, the button background, has a contrast of 5.17 : 1.
const accent: MantineColorsTuple = [
  "#eff6ff",
  "#dbeafe",
  "#bfdbfe",
  "#8ab4ff",
  "#60a5fa",
  "#3b82f6",
  "#2563eb",
  "#1d4ed8",
  "#1e40af",
  "#1e3a8a",
];

const dark: MantineColorsTuple = [
  "#e8ecf5",
  "#ccd3e3",
  "#a9b3c9",
  "#a9b3c9",
  "#6b7899",
  "#232b43",
  "#1a2135",
  "#0b0f1a",
  "#141a2a",
  "#070a12",
];

export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: "accent",
  primaryShade: 6,
  fontFamily: '"Inter Variable", "Inter Fallback", "Inter Fallback Wide", sans-serif',
  fontSizes: { xs: "0.8125rem", sm: "1rem", md: "1rem", lg: "1.25rem", xl: "1.5625rem" },
  lineHeights: { xs: "1.25rem", sm: "1.5rem", md: "1.5rem", lg: "1.75rem", xl: "2rem" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "0.5rem", sm: "0.5rem", md: "0.75rem", lg: "1.25rem", xl: "1.25rem" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: "md" },
      vars: () => ({ root: { "--button-height": "44px", "--button-padding-x": "20px" } }),
    },
    Checkbox: { defaultProps: { radius: 6 } },
    // Its placeholder for the focus is no child that a menu may have, and outside of `main` it would be in no landmark.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: "#main" } } },
    Switch: { defaultProps: { size: "md", withThumbIndicator: false } },
    // Most fields are required, so optional fields are marked instead.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Input: { defaultProps: { size: "md" }, vars: () => ({ wrapper: { "--input-height": "44px" } }) },
  },
});

/** Mantine's colours of both schemes, from theme.css. */
const ofBoth = {
  "--mantine-color-body": "var(--shop-page)",
  "--mantine-color-text": "var(--shop-text)",
  "--mantine-color-dimmed": "var(--shop-text-muted)",
  "--mantine-color-placeholder": "var(--shop-text-muted)",
  "--mantine-color-anchor": "var(--shop-link)",
  "--mantine-color-error": "var(--shop-danger)",
  "--mantine-color-default": "var(--shop-raised)",
  "--mantine-color-default-hover": "var(--shop-hover)",
  "--mantine-color-default-border": "var(--shop-edge)",
  "--mantine-color-default-color": "var(--shop-text)",
  "--mantine-color-disabled": "var(--shop-skeleton)",
  "--mantine-color-disabled-color": "var(--shop-text-muted)",
  "--mantine-color-disabled-border": "var(--shop-disabled-edge)",
};

/** Text in a colour on a light tint of it: Mantine's own shades are too light to be read. */
const readableOnLight = Object.fromEntries(
  [
    ["accent", "link"],
    ["red", "danger"],
    ["yellow", "warning"],
    ["orange", "warning"],
    ["green", "success"],
    ["teal", "success"],
  ].flatMap(([color, ours]) =>
    ["text", "light-color", "outline"].map((use) => [`--mantine-color-${color}-${use}`, `var(--shop-${ours})`]),
  ),
);

/** Mantine's schemes in the colours of theme.css, which follow the contrast that the user asks for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...ofBoth,
    "--mantine-color-white": "var(--shop-solid)",
    "--mantine-color-black": "var(--shop-text)",
    "--mantine-color-gray-0": "var(--shop-raised)",
    "--mantine-color-gray-1": "var(--shop-hover)",
    "--mantine-color-gray-2": "var(--shop-skeleton)",
    "--mantine-color-gray-3": "var(--shop-panel-edge)",
    "--mantine-color-gray-4": "var(--shop-edge)",
    "--mantine-color-gray-5": "var(--shop-edge)",
    "--mantine-color-gray-6": "var(--shop-text-muted)",
    "--mantine-color-gray-7": "var(--shop-text-muted)",
    ...readableOnLight,
  },
  dark: {
    ...ofBoth,
    "--mantine-color-dark-0": "var(--shop-text)",
    "--mantine-color-dark-2": "var(--shop-text-muted)",
    "--mantine-color-dark-3": "var(--shop-text-muted)",
    "--mantine-color-dark-4": "var(--shop-edge)",
    "--mantine-color-dark-5": "var(--shop-hover)",
    "--mantine-color-dark-6": "var(--shop-raised)",
  },
});
