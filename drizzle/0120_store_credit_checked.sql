-- outside a transaction
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_credit_account_id_credit_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_of_credit";
--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_credit_account_id_credit_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_to_guests";
