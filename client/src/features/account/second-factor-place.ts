import { profilePath } from "../../lib/paths.ts";

/** Id of the section's heading on the profile. */
export const secondFactorId = "second-factor";

/** Where an administrator sets a second factor up. */
export const secondFactorPath = `${profilePath}#${secondFactorId}`;
