/** Runs the shop's programs in a checkout, where they need no settings. The packaged ones run for production. */
process.env.NODE_ENV ||= "development";
