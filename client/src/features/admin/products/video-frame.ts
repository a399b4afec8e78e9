/** How long the browser may take for it, in milliseconds. */
const timeoutMs = 8_000;
/** The first frames of a video are often black. In seconds. */
const atSeconds = 0.5;

/** A frame from the beginning of a video, as a file; `undefined` where this browser cannot take one. */
export async function videoFrame(file: File): Promise<File | undefined> {
  const address = URL.createObjectURL(file);
  try {
    const video = await loaded(address);
    if (video === undefined || video.videoWidth === 0) return undefined;
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return blob === null ? undefined : new File([blob], "poster.jpg", { type: "image/jpeg" });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A video at the place of its frame; `undefined` if that cannot be reached in time. */
function loaded(address: string): Promise<HTMLVideoElement | undefined> {
  return new Promise((done) => {
    const video = document.createElement("video");
    const timer = setTimeout(() => done(undefined), timeoutMs);
    const end = (result: HTMLVideoElement | undefined) => {
      clearTimeout(timer);
      done(result);
    };
    video.muted = true;
    video.preload = "auto";
    video.onerror = () => end(undefined);
    video.onloadedmetadata = () => {
      video.currentTime = Math.min(atSeconds, video.duration / 2);
    };
    video.onseeked = () => end(video);
    video.src = address;
  });
}
