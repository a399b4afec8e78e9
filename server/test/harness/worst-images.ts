import sharp, { type Sharp } from "sharp";

/** Makes an image with a share of the pixels that are permitted for its encoding. */
export type WorstImage = { name: string; make: (share: number) => Promise<Buffer> };

const unlimited = { limitInputPixels: false } as const;

function square(megapixels: number, share: number): number {
  return Math.floor(Math.sqrt(megapixels * 1e6 * share));
}

/** One colour: the file is small, and decoding takes the same memory as for any other content. */
function ofOneColour(megapixels: number, channels: 3 | 4, encode: (image: Sharp) => Sharp) {
  return (share: number) => {
    const side = square(megapixels, share);
    const background = { r: 200, g: 40, b: 40, alpha: 0.5 };
    return encode(sharp({ create: { width: side, height: side, channels, background }, ...unlimited })).toBuffer();
  };
}

/** A tile of noise that is repeated: a palette would take less memory. */
function ofNoise(megapixels: number, encode: (image: Sharp) => Sharp) {
  return async (share: number) => {
    const side = square(megapixels, share);
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const tile = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#000", noise } })
      .png()
      .toBuffer();
    const extension = { right: side - 64, bottom: side - 64, extendWith: "repeat" } as const;
    return encode(sharp(tile, unlimited).extend(extension)).toBuffer();
  };
}

/** Two frames. */
function ofFrames(megapixels: number, encode: (image: Sharp) => Sharp) {
  return async (share: number) => {
    const side = square(megapixels, share);
    const content = Buffer.alloc(side * side * 3 * 2);
    for (let at = 0; at < content.length; at += 997) content[at] = at % 251;
    const raw = { width: side, height: side * 2, channels: 3, pageHeight: side } as const;
    return encode(sharp(content, { raw, ...unlimited })).toBuffer();
  };
}

const chroma = "4:4:4";

/** The image of each encoding whose decoding takes most memory. */
export const worstImages: WorstImage[] = [
  { name: "JPEG", make: ofOneColour(40, 3, (image) => image.withMetadata({ orientation: 6 }).jpeg()) },
  {
    name: "progressive JPEG",
    make: ofOneColour(28, 3, (image) => image.jpeg({ progressive: true, chromaSubsampling: chroma })),
  },
  {
    name: "progressive JPEG for print",
    make: ofOneColour(19, 3, (image) =>
      image.toColourspace("cmyk").jpeg({ progressive: true, chromaSubsampling: chroma }),
    ),
  },
  {
    name: "PNG of 16 bits on its side",
    make: ofOneColour(20, 4, (image) => image.withMetadata({ orientation: 6 }).toColourspace("rgb16").png()),
  },
  { name: "PNG on its side", make: ofOneColour(40, 4, (image) => image.withMetadata({ orientation: 6 }).png()) },
  { name: "interlaced PNG", make: ofOneColour(36, 4, (image) => image.png({ progressive: true })) },
  {
    name: "interlaced PNG of 16 bits",
    make: ofOneColour(18, 4, (image) => image.toColourspace("rgb16").png({ progressive: true })),
  },
  { name: "WebP", make: ofNoise(40, (image) => image.webp({ lossless: true, effort: 0 })) },
  { name: "animated GIF", make: ofFrames(30, (image) => image.gif({ effort: 1, delay: [50, 50] })) },
  { name: "AVIF", make: ofOneColour(10, 4, (image) => image.avif({ effort: 0, quality: 30 })) },
  {
    name: "AVIF of 12 bits",
    make: ofOneColour(7, 4, (image) => image.avif({ effort: 0, quality: 30, bitdepth: 12 })),
  },
];
