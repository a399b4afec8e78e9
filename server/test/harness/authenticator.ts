import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { NewPasskey, PasskeySignature } from "@shop/shared/account/passkey";

const [userPresent, userVerified, hasKey] = [0x01, 0x04, 0x40];

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (text: string) => Buffer.from(text).toString("base64url");

/** What an answer may say that is not true. */
type Lie = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; userHandle?: string };

/** A passkey in software (ES256, without attestation), whose answers can be forged. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString("base64url");
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  #counter = 0;
  #userHandle = "";

  constructor(readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.#privateKey = privateKey;
    // COSE: a map with key type EC2, algorithm ES256, curve P-256 and the two coordinates.
    this.#publicKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  /** What a browser answers when it is asked to make this passkey. */
  create({ challenge, user }: { challenge: string; user: { id: string } }, lie: Lie = {}): NewPasskey {
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const key = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey]);
    const data = Buffer.concat([this.#authenticatorData(hasKey, lie), key]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    // CBOR: { fmt: "none", attStmt: {}, authData: data }
    const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex");
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge, lie),
        attestationObject: Buffer.concat([head, size, data]).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** What a browser answers when it is asked for a signature. */
  sign({ challenge }: { challenge: string }, lie: Lie = {}): PasskeySignature {
    this.#counter += 1;
    const data = this.#authenticatorData(0, lie);
    const clientDataJSON = this.#clientData("webauthn.get", challenge, lie);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, this.#privateKey).toString("base64url"),
        userHandle: lie.userHandle ?? this.#userHandle,
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: "public-key" as const };
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: Lie): string {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, lie: Lie): Buffer {
    const { rpId = new URL(this.origin).hostname, isVerified = true, counter = this.#counter } = lie;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(userPresent | flags | (isVerified ? userVerified : 0));
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), rest]);
  }
}
