/*
 * The content security policy forbids zod's compiled checks, and reports each try. zod shares its configuration among its
 * copies in this object, which can be set before zod itself is loaded; its `config` would bring 4 KB of it into Home.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
