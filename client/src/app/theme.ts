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
    Switch: { defaultProps: { size: "md", withThumbIndicator: false } },
    // Most fields are required, so optional fields are marked instead.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Input: { defaultProps: { size: "md" }, vars: () => ({ wrapper: { "--input-height": "44px" } }) },
  },
});

/** Mantine's dark scheme in the colours of theme.css, which follow the contrast that the user asks for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {},
  dark: {
    "--mantine-color-dark-0": "var(--shop-text)",
    "--mantine-color-dark-2": "var(--shop-text-muted)",
    "--mantine-color-dark-3": "var(--shop-text-muted)",
    "--mantine-color-dark-4": "var(--shop-edge)",
    "--mantine-color-dark-5": "var(--shop-hover)",
    "--mantine-color-dark-6": "var(--shop-raised)",
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
    "--mantine-color-disabled-border": "#3a4563",
  },
});
