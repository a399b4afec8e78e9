/** The width of the image that is made of a drawing, in pixels; as wide as the widest that is shown. */
const widthPx = 960;

/**
 * An image of an SVG drawing, made by the browser, because the shop stores no files that can contain scripts. Other files
 * are given back as they are. Rejects for what is no drawing.
 */
export async function rasterise(file: File): Promise<File> {
  if (file.type !== "image/svg+xml") return file;
  const image = new Image();
  image.src = await dataUrlOf(file);
  await image.decode();
  const canvas = document.createElement("canvas");
  const ratio = image.naturalWidth === 0 ? 1 : image.naturalHeight / image.naturalWidth;
  canvas.width = widthPx;
  canvas.height = Math.max(1, Math.round(widthPx * ratio));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob === null) throw new Error("The drawing could not be read");
  return new File([blob], "logo.png", { type: "image/png" });
}

/** As a data URL, because the content policy refuses blob URLs. */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file could not be read"));
    reader.readAsDataURL(file);
  });
}
