import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The first screen of a file brings its code with it, which a busy machine takes its time for.
configure({ asyncUtilTimeout: 5_000 });

afterEach(cleanup);
