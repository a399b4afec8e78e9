import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordWeakness, registerSchema, signInSchema, updateProfileSchema, updateUserSchema } from "./account.ts";

const good = { name: "Ada", email: "ada@example.com", password: "correct horse 1", isAdmin: false };

/** The paths of a schema's issues. */
function issues(schema: typeof registerSchema | typeof updateProfileSchema | typeof updateUserSchema, input: unknown) {
  const { error } = schema.safeParse(input);
  return [...new Set((error?.issues ?? []).map((issue) => issue.path.join(".")))];
}

describe("an e-mail address", () => {
  const read = (email: unknown) => signInSchema.safeParse({ ...good, email }).data?.email;

  it.each([
    ["ada@example.com", "ada@example.com"],
    ["  Ada@Example.COM\n", "ada@example.com"],
    ["\u00a0ada@example.com\u3000", "ada@example.com"],
    ["o'brien+shop@mail.example.co.uk", "o'brien+shop@mail.example.co.uk"],
    ["JOSE\u0301@x.io", "jos\u00e9@x.io"],
    ["JOS\u00c9@x.io", "jos\u00e9@x.io"],
    ["jos\u00e9@m\u00fcnchen.example", "jos\u00e9@xn--mnchen-3ya.example"],
    ["李@例子.公司", "李@xn--fsqu00a.xn--55qx5d"],
    ["🦊@x.io", "🦊@x.io"],
    [`${"a".repeat(64)}@x.io`, `${"a".repeat(64)}@x.io`],
  ])("normalizes %j to %j", (typed, stored) => {
    expect(read(typed)).toBe(stored);
  });

  it.each([
    "",
    "   ",
    "ada",
    "@x.io",
    "ada@",
    "ada@x",
    "ada@.io",
    "ada@x.",
    "ada@x..io",
    "ada@@x.io",
    "a b@x.io",
    "a\tb@x.io",
    "ada@x.io, eve@x.io",
    "Ada <ada@x.io>",
    '"ada"@x.io',
    "ada@x.io\r\nbcc: eve@x.io",
    "ada\u037e@x.io",
    "ada\u200b@x.io",
    "ada\u202e@x.io",
    "ada\u00ad@x.io",
    "ada@x\u2060.io",
    "ada\u0000@x.io",
    "ada\u007f@x.io",
    "ada\ud800@x.io",
    `${"a".repeat(65)}@x.io`,
    `a@${"b".repeat(250)}.io`,
    null,
    undefined,
    5,
    ["ada@example.com"],
    { $gt: "" },
  ])("refuses %j", (typed) => {
    expect(read(typed)).toBeUndefined();
  });

  it.each([".ada@x.io", "ada.@x.io", "a..da@x.io", "ada@-x.io", "ada@x-.io", "ada@x.-io", "ada@x.io-"])(
    "signs in as %s if an account has it, which no new one gets",
    (typed) => {
      expect(read(typed)).toBe(typed);
      expect(issues(registerSchema, { ...good, email: typed })).toEqual(["email"]);
      expect(issues(updateProfileSchema, { ...good, email: typed })).toEqual(["email"]);
    },
  );

  it("has at most 254 characters", () => {
    expect(read(`a@${"b".repeat(249)}.io`)).toHaveLength(254);
    expect(read(`a@${"b".repeat(250)}.io`)).toBeUndefined();
  });

  it("is normalized idempotently, regardless of case and accents", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (local) => {
        const stored = read(`${local}@x.io`);
        if (stored === undefined) return;
        expect(read(stored)).toBe(stored);
        expect(read(`${local.normalize("NFD")}@x.io`)).toBe(stored);
        expect(stored).toBe(stored.normalize("NFC").toLowerCase());
      }),
    );
  });

  it("has one form, however its domain is written", () => {
    expect(read("Ada@Bücher.example")).toBe("ada@xn--bcher-kva.example");
    expect(read("ada@bu\u0308cher.example")).toBe("ada@xn--bcher-kva.example");
    expect(read("ada@xn--bcher-kva.example")).toBe("ada@xn--bcher-kva.example");
    expect(read("äda@例え.テスト")).toBe("äda@xn--r8jz45g.xn--zckzah");
    for (const wrong of ["ada@bücher", "ada@bü cher.example", "ada@bücher.example:80"]) {
      expect(read(wrong), wrong).toBeUndefined();
    }
  });

  it("is parsed in linear time for hostile input", () => {
    const started = performance.now();
    for (const email of [
      `${"a".repeat(500_000)}@`,
      `a@${"a.".repeat(250_000)}`,
      `a@${".".repeat(500_000)}`,
      `a@${"ü".repeat(500_000)}`,
      `a@${"ü".repeat(500_000)}@`,
      " ".repeat(500_000),
    ]) {
      expect(read(email)).toBeUndefined();
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("a name", () => {
  const read = (name: unknown) => updateUserSchema.safeParse({ ...good, name }).data?.name;

  it.each([
    ["  Ada  ", "Ada"],
    ["Ada\u0301", "Ada\u0301"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["<b>'; --", "<b>'; --"],
    ["n".repeat(100), "n".repeat(100)],
  ])("normalizes %j to %j", (typed, stored) => {
    expect(read(typed)).toBe(stored);
  });

  it.each([
    "",
    "  ",
    "\u00a0",
    "\u200b\u200d\ufeff",
    "n".repeat(101),
    "a\nb",
    "a\tb",
    "a\u0000b",
    "a\u001bb",
    "a\ud800b",
    "a\u202eb",
    "a\u2066b",
    null,
    undefined,
    5,
    true,
    ["Ada"],
    {},
  ])("refuses %j", (typed) => {
    expect(read(typed)).toBeUndefined();
  });
});

describe("a typed password", () => {
  const read = (password: unknown) => signInSchema.safeParse({ ...good, password }).data?.password;

  it("is never changed", () => {
    for (const password of [" x ", "\t", "🦊".repeat(128), "e\u0301", "p".repeat(128), "\u202eabc"]) {
      expect(read(password)).toBe(password);
    }
  });

  it.each([
    "",
    "p".repeat(129),
    "🦊".repeat(129),
    "p".repeat(1_000_000),
    "a\u0000",
    "\ud800",
    null,
    undefined,
    12345678,
    ["x"],
    {},
  ])("is refused for another type or length (%#)", (password) => {
    expect(read(password)).toBeUndefined();
  });

  it("may be absent or empty in a profile, and not null", () => {
    const { password: _password, ...rest } = good;
    expect(issues(updateProfileSchema, rest)).toEqual([]);
    expect(issues(updateProfileSchema, { ...rest, password: undefined })).toEqual([]);
    expect(issues(updateProfileSchema, { ...rest, password: "" })).toEqual([]);
    expect(issues(updateProfileSchema, { ...rest, password: null })).toEqual(["password"]);
    expect(issues(registerSchema, { ...rest, password: "" })).toEqual(["password"]);
  });
});

describe("the inputs of an account", () => {
  it("drop unknown fields", () => {
    const more = { ...good, isAdmin: true, _id: "x", role: "admin", passwordHash: "x" };
    expect(Object.keys(registerSchema.parse(more)).sort()).toEqual(["email", "name", "password"]);
    expect(Object.keys(updateProfileSchema.parse(more)).sort()).toEqual(["email", "name", "password"]);
    expect(Object.keys(updateUserSchema.parse(more)).sort()).toEqual(["email", "isAdmin", "name"]);
    expect(Object.keys(signInSchema.parse(more)).sort()).toEqual(["email", "password"]);
  });

  it.each(["true", "false", "", 1, 0, null, undefined, [], {}])("refuse %j as the role", (isAdmin) => {
    expect(issues(updateUserSchema, { ...good, isAdmin })).toEqual(["isAdmin"]);
  });

  it("name every invalid field", () => {
    expect(issues(registerSchema, {}).sort()).toEqual(["email", "name", "password"]);
    expect(issues(updateUserSchema, { name: " ", email: "x", isAdmin: "no" }).sort()).toEqual([
      "email",
      "isAdmin",
      "name",
    ]);
  });
});

describe("passwordWeakness", () => {
  it.each([
    "1234567",
    "",
    "🦊".repeat(7),
    "password",
    "PassWord",
    "12345678",
    "changeme",
    "        ",
    "\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0",
    "aaaaaaaaaaaa",
    "🦊".repeat(20),
    "pq".repeat(65),
  ])("finds %j weak", (password) => {
    expect(passwordWeakness(password, 8)).toEqual(expect.any(String));
  });

  it.each(["correct horse 1", " 1234567 x", "🦊🐳🦊🐳🦊🐳🦊🐳", "pq".repeat(64), "Ünïcödé!"])(
    "finds %j good enough",
    (password) => {
      expect(passwordWeakness(password, 8)).toBeNull();
    },
  );

  it("uses the configured minimum length", () => {
    expect(passwordWeakness("correct horse", 14)).toBe("Password needs at least 14 characters");
    expect(passwordWeakness("correct horse 1", 14)).toBeNull();
  });

  it("accepts the demo accounts' passwords", () => {
    for (const password of ["admin-demo-2026", "ada-demo-2026", "grace-demo-2026"]) {
      expect(passwordWeakness(password, 8)).toBeNull();
    }
  });
});
