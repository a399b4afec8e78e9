import { argon2id } from "../../src/infra/argon2id.ts";

/** Lets every hash of a password and every check wait for `before`, until the returned function is called. */
export function holdHashing(before: () => Promise<void>): () => void {
  const { hash, verify } = argon2id;
  Object.assign(argon2id, {
    hash: async (password: string) => {
      await before();
      return hash(password);
    },
    verify: async (digest: string, password: string) => {
      await before();
      return verify(digest, password);
    },
  });
  return () => {
    Object.assign(argon2id, { hash, verify });
  };
}
