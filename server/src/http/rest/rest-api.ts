import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import { recoveryEndpoints } from "./account-recovery.ts";
import { addressEndpoints } from "./addresses.ts";
import { bankTransferEndpoints } from "./bank-transfers.ts";
import { cancellationEndpoints } from "./cancellations.ts";
import { collectionsEndpoint } from "./collections.ts";
import { deliveryMethodsEndpoint } from "./delivery-methods.ts";
import { discountCodesEndpoint } from "./discount-codes.ts";
import type { Endpoint } from "./endpoint.ts";
import { exchangeEndpoint } from "./exchanges.ts";
import { importEndpoints } from "./imports.ts";
import { messageEndpoints } from "./messages.ts";
import { orderEditEndpoints } from "./order-edits.ts";
import { orderExportEndpoint } from "./order-export.ts";
import { orderStreamEndpoint } from "./order-stream.ts";
import { orderEndpoints } from "./orders.ts";
import { paperEndpoints } from "./papers.ts";
import { parcelEndpoints } from "./parcels.ts";
import { paymentEndpoints } from "./payments.ts";
import { productExportEndpoint } from "./product-export.ts";
import { productEndpoints } from "./products.ts";
import { profileEndpoints } from "./profile.ts";
import { questionEndpoints } from "./questions.ts";
import { refundEndpoint } from "./refunds.ts";
import { reportEndpoints } from "./reports.ts";
import { returnEndpoints } from "./returns.ts";
import { reviewEndpoints } from "./reviews.ts";
import { signInEndpoints } from "./sign-in.ts";
import { storeCreditEndpoints } from "./store-credit.ts";
import { taxReportEndpoint } from "./tax-report.ts";
import { termEndpoints } from "./terms.ts";
import { uploadEndpoints } from "./uploads.ts";
import { userEndpoints } from "./users.ts";
import { videoUploadEndpoint } from "./video-uploads.ts";
import { withdrawalEndpoint } from "./withdrawals.ts";

/** Every endpoint of the REST API, in the order of the document. */
export function restEndpoints(): Endpoint[] {
  return [
    ...productEndpoints,
    ...reviewEndpoints,
    ...questionEndpoints,
    productExportEndpoint,
    ...importEndpoints,
    ...termEndpoints,
    collectionsEndpoint,
    ...signInEndpoints,
    ...recoveryEndpoints,
    ...profileEndpoints,
    ...addressEndpoints,
    ...userEndpoints,
    ...orderEndpoints,
    ...orderEditEndpoints,
    ...parcelEndpoints,
    ...messageEndpoints,
    ...paperEndpoints,
    orderExportEndpoint,
    discountCodesEndpoint,
    taxReportEndpoint,
    ...reportEndpoints,
    deliveryMethodsEndpoint,
    orderStreamEndpoint(),
    withdrawalEndpoint,
    ...paymentEndpoints,
    ...bankTransferEndpoints,
    ...cancellationEndpoints,
    ...storeCreditEndpoints,
    refundEndpoint,
    ...returnEndpoints,
    exchangeEndpoint,
    ...uploadEndpoints,
    videoUploadEndpoint,
  ];
}

/** Adds the REST API to a server. */
export function restApi(app: FastifyInstance, services: Services): void {
  for (const { register } of restEndpoints()) register(app, services);
}
