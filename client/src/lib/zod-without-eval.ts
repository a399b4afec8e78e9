/*
 * The content security policy forbids zod's compiled checks, and reports each try. zod shares its configuration among its
 * copies in this object, which can be set before zod itself is loaded.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
