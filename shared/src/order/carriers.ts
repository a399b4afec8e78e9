import type { CarrierId } from "./parcel.ts";

/** A carrier: its name, the address of its tracking page before the number, and its name at PayPal, where PayPal knows it. */
type Carrier = { name: string; trackingUrl?: string; payPalName?: string };

/**
 * The carriers that an admin can choose. Addresses are only here, so that no text that somebody types becomes a link.
 */
const carriers: Record<CarrierId, Carrier> = {
  ups: { name: "UPS", trackingUrl: "https://www.ups.com/track?tracknum=", payPalName: "UPS" },
  usps: {
    name: "USPS",
    trackingUrl: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
    payPalName: "USPS",
  },
  fedex: { name: "FedEx", trackingUrl: "https://www.fedex.com/fedextrack/?trknbr=", payPalName: "FEDEX" },
  dhl: {
    name: "DHL",
    trackingUrl: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
    payPalName: "DHL",
  },
  ontrac: { name: "OnTrac", trackingUrl: "https://www.ontrac.com/tracking/?number=" },
  "canada-post": {
    name: "Canada Post",
    trackingUrl: "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=",
  },
  purolator: {
    name: "Purolator",
    trackingUrl: "https://www.purolator.com/en/shipping/tracker?pin=",
  },
  "royal-mail": {
    name: "Royal Mail",
    trackingUrl: "https://www.royalmail.com/track-your-item#/tracking-results/",
  },
  evri: { name: "Evri", trackingUrl: "https://www.evri.com/track/parcel/" },
  "deutsche-post": {
    name: "Deutsche Post DHL",
    trackingUrl: "https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html?piececode=",
  },
  dpd: { name: "DPD", trackingUrl: "https://www.dpdgroup.com/be/mydpd/my-parcels/search?parcelNumber=" },
  gls: { name: "GLS", trackingUrl: "https://gls-group.com/GROUP/en/parcel-tracking?match=" },
  "la-poste": { name: "La Poste", trackingUrl: "https://www.laposte.fr/outils/suivre-vos-envois?code=" },
  "australia-post": {
    name: "Australia Post",
    trackingUrl: "https://auspost.com.au/mypost/track/#/details/",
  },
  other: { name: "Another carrier" },
};

export function carrierName(id: CarrierId): string {
  return carriers[id].name;
}

/** The carrier's page about a parcel; `null` for a carrier that is not in the list. */
export function trackingUrl(id: CarrierId, trackingNumber: string): string | null {
  const address = carriers[id].trackingUrl;
  return address === undefined ? null : address + encodeURIComponent(trackingNumber);
}

/** The carrier in the words of PayPal, which takes the names of carriers that it does not know as text. */
export function payPalCarrier(id: CarrierId): { carrier: string; carrier_name_other?: string } {
  const { name, payPalName } = carriers[id];
  return payPalName === undefined ? { carrier: "OTHER", carrier_name_other: name } : { carrier: payPalName };
}
