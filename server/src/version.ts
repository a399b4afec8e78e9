import project from "../../package.json" with { type: "json" };

/** The version of the shop: that of the whole project. */
export const { version } = project;
