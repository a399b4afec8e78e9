import {
  linkTokenSchema,
  reauthenticateSchema,
  registerSchema,
  requestResetSchema,
  resetPasswordSchema,
  signInSchema,
  updateProfileSchema,
  updateUserSchema,
} from "@shop/shared/account/account";
import { signatureSchema } from "@shop/shared/account/passkey";
import { idInputSchema, listRangeSchema } from "@shop/shared/query";
import type { FastifyInstance } from "fastify";
import { listUsers, readUser, updateUser } from "../../domain/account/admin-users.ts";
import { beginPasskeySignIn } from "../../domain/account/sign-in-with-passkey.ts";
import { deleteUser } from "../../domain/personal-data/delete-user.ts";
import {
  changeProfile,
  confirm,
  confirmPassword,
  createAccount,
  requestReset,
  reset,
  restore,
  showProfile,
  signOutOfDevice,
  startSession,
  startSessionByPasskey,
} from "../account.ts";
import { type Services, toContext } from "../context.ts";
import { accountDocs } from "../openapi/accounts.ts";
import { adminsOnly, requireAdmin, requireUser, usersOnly } from "../security/access.ts";
import { sendList } from "./send-list.ts";

/** Routes of accounts and sessions. */
export function usersRest(app: FastifyInstance, services: Services): void {
  app.post("/api/users/auth", accountDocs.signIn, (request, reply) =>
    startSession(toContext(services, request, reply), signInSchema.parse(request.body)),
  );
  app.post("/api/users/auth/passkey/options", accountDocs.beginPasskeySignIn, (request, reply) => {
    const context = toContext(services, request, reply);
    return beginPasskeySignIn(context, context);
  });
  app.post("/api/users/auth/passkey", accountDocs.signInWithPasskey, (request, reply) =>
    startSessionByPasskey(toContext(services, request, reply), signatureSchema.parse(request.body)),
  );
  app.post("/api/users", accountDocs.register, async (request, reply) => {
    const signedIn = await createAccount(toContext(services, request, reply), registerSchema.parse(request.body));
    return reply.code(201).send(signedIn);
  });
  app.post("/api/users/logout", accountDocs.signOut, (request, reply) =>
    signOutOfDevice(toContext(services, request, reply)),
  );
  passwordResetRest(app, services);
  app.get("/api/users/profile", accountDocs.profile, async (request, reply) =>
    showProfile(await requireUser(toContext(services, request, reply))),
  );
  app.put("/api/users/profile", { ...usersOnly(services), ...accountDocs.updateProfile }, async (request, reply) => {
    const context = toContext(services, request, reply);
    const user = await requireUser(context);
    return changeProfile(context, user, updateProfileSchema.parse(request.body));
  });
  app.post("/api/users/reauth", { ...usersOnly(services), ...accountDocs.reauthenticate }, async (request, reply) => {
    const context = toContext(services, request, reply);
    const user = await requireUser(context);
    return confirmPassword(context, user, reauthenticateSchema.parse(request.body));
  });
  app.get("/api/users", accountDocs.list, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    return sendList(reply, listUsers(services.largeActs, admin, listRangeSchema.parse(request.query)));
  });
  app.get("/api/users/:id", accountDocs.read, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    return readUser(services.db, admin, idInputSchema.parse(request.params).id);
  });
  app.put("/api/users/:id", { ...adminsOnly(services), ...accountDocs.update }, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    const { id } = idInputSchema.parse(request.params);
    await readUser(services.db, admin, id);
    return updateUser(services, admin, id, updateUserSchema.parse(request.body));
  });
  app.delete("/api/users/:id", { ...adminsOnly(services), ...accountDocs.delete }, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    await deleteUser(services, admin, idInputSchema.parse(request.params).id);
    return { message: "User deleted" };
  });
}

/** Routes by which the owner of a mailbox gets back in, without a session. */
function passwordResetRest(app: FastifyInstance, services: Services): void {
  app.post("/api/users/password-reset", accountDocs.requestReset, (request, reply) =>
    requestReset(toContext(services, request, reply), requestResetSchema.parse(request.body)),
  );
  app.post("/api/users/password-reset/confirm", accountDocs.resetPassword, (request, reply) =>
    reset(toContext(services, request, reply), resetPasswordSchema.parse(request.body)),
  );
  app.post("/api/users/email/confirm", accountDocs.confirmEmail, (request, reply) =>
    confirm(toContext(services, request, reply), linkTokenSchema.parse(request.body)),
  );
  app.post("/api/users/email/restore", accountDocs.restoreEmail, (request, reply) =>
    restore(toContext(services, request, reply), linkTokenSchema.parse(request.body)),
  );
}
