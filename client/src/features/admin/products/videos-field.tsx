import { Button, Checkbox, FileButton, Text, Textarea, TextInput } from "@mantine/core";
import type { EditedVideo } from "@shop/shared/catalog/admin-catalog";
import { captionsLength, toWebVtt, videoBytesMax, videosMax } from "@shop/shared/catalog/video";
import { altLength } from "@shop/shared/shop";
import { IconVideoPlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { moved } from "../../../lib/moved.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { uploadImage } from "../../../lib/upload-image.ts";
import { uploadVideo } from "../../../lib/upload-video.ts";
import { notify } from "../../../ui/notify.ts";
import { FieldGroup } from "../parts/field-group.tsx";
import classes from "./more-images.module.css";
import { addId, RowTools } from "./row-tools.tsx";
import { videoFrame } from "./video-frame.ts";

const listId = "videos";
const megabytes = videoBytesMax / 1024 / 1024;

type VideosFieldProps = {
  label: string;
  videos: EditedVideo[];
  errorOf: (place: number, field: keyof EditedVideo) => ReactNode;
  onChange: (videos: EditedVideo[]) => void;
};

/** The videos of a product, which follow its images: uploaded, told of, captioned, moved and removed. */
export function VideosField({ label, videos, errorOf, onChange }: VideosFieldProps) {
  const upload = useUpload(videos, onChange);
  const change = (place: number, part: Partial<EditedVideo>) =>
    onChange(videos.map((each, n) => (n === place ? { ...each, ...part } : each)));
  return (
    <FieldGroup legend={label}>
      {videos.length > 0 && (
        <ol className={classes.list}>
          {videos.map((video, place) => (
            <li key={video.video} className={classes.film}>
              <VideoFields
                video={video}
                place={place}
                errorOf={(field) => errorOf(place, field)}
                onChange={(part) => change(place, part)}
              />
              <RowTools
                listId={listId}
                what={(n) => `video ${n + 1}`}
                place={place}
                count={videos.length}
                onMove={(from, to) => onChange(moved(videos, from, to))}
                onRemove={(n) => onChange(videos.filter((_each, other) => other !== n))}
              />
            </li>
          ))}
        </ol>
      )}
      <AddVideo upload={upload} count={videos.length} />
    </FieldGroup>
  );
}

type VideoFieldsProps = {
  video: EditedVideo;
  place: number;
  errorOf: (field: keyof EditedVideo) => ReactNode;
  onChange: (part: Partial<EditedVideo>) => void;
};

function VideoFields({ video, place, errorOf, onChange }: VideoFieldsProps) {
  const { alt, captions, hasNoSpeech, poster } = video;
  return (
    <>
      <video
        className={classes.preview}
        src={video.video}
        {...(poster === "" ? {} : { poster })}
        aria-label={`Video ${place + 1}`}
        controls
        muted
        playsInline
        preload="none"
      />
      <TextInput
        label={`What video ${place + 1} shows`}
        autoComplete="off"
        maxLength={altLength}
        value={alt}
        onChange={({ currentTarget: { value } }) => onChange({ alt: value })}
        error={errorOf("alt") ?? errorOf("video")}
      />
      <Checkbox
        label={`Nobody speaks in video ${place + 1}`}
        checked={hasNoSpeech}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { hasNoSpeech: true, captions: "" } : { hasNoSpeech: false })
        }
      />
      {!hasNoSpeech && (
        <>
          <Textarea
            label={`Captions of video ${place + 1}`}
            description="What is said, for those who do not hear it: lines such as “0:05 Press the button”, or WebVTT."
            rows={5}
            maxLength={captionsLength}
            value={captions}
            onChange={({ currentTarget: { value } }) => onChange({ captions: value })}
            onBlur={() => onChange({ captions: toWebVtt(captions) })}
            error={errorOf("captions")}
          />
          <CaptionsFile place={place} onRead={(text) => onChange({ captions: toWebVtt(text) })} />
        </>
      )}
    </>
  );
}

function CaptionsFile({ place, onRead }: { place: number; onRead: (text: string) => void }) {
  const reset = useRef<() => void>(null);
  async function read(file: File | null) {
    reset.current?.();
    if (file === null) return;
    // A character can take four bytes.
    if (file.size > 4 * captionsLength) notify.error("This file is too long for captions");
    else onRead((await file.text()).replace(/^\ufeff/, "").slice(0, captionsLength));
  }
  return (
    <FileButton
      accept=".vtt,text/vtt"
      inputProps={{ "aria-label": `File of captions of video ${place + 1}` }}
      resetRef={reset}
      onChange={(file) => void read(file)}
    >
      {(props) => (
        <Button {...props} variant="default" size="xs" w="fit-content">
          Read captions from a file
        </Button>
      )}
    </FileButton>
  );
}

function AddVideo({ upload, count }: { upload: ReturnType<typeof useUpload>; count: number }) {
  const reset = useRef<() => void>(null);
  if (upload.percent !== undefined) {
    return (
      <Text role="status">
        {upload.percent < 100 ? `Uploading, ${upload.percent}% so far…` : "Checking the video…"}
      </Text>
    );
  }
  if (count >= videosMax) return <Text c="dimmed">A product can have {videosMax} videos.</Text>;
  return (
    <>
      <FileButton
        accept="video/mp4"
        inputProps={{ "aria-label": "File of a video" }}
        resetRef={reset}
        onChange={(file) => {
          reset.current?.();
          if (file !== null) void upload.start(file);
        }}
      >
        {(props) => (
          <Button
            {...props}
            id={addId(listId)}
            variant="default"
            leftSection={<IconVideoPlus size={18} aria-hidden="true" />}
          >
            Add a video
          </Button>
        )}
      </FileButton>
      <Text c="dimmed" fz="sm" mt={4}>
        An MP4 of at most {megabytes} MB. Customers see it after the images, and it plays when they press it.
      </Text>
    </>
  );
}

/** Uploads a video and an image of it, which customers see before it plays. */
function useUpload(videos: EditedVideo[], onChange: (videos: EditedVideo[]) => void) {
  const [percent, setPercent] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const latest = useRef({ videos, onChange });
  latest.current = { videos, onChange };
  // Leaving the screen aborts the upload.
  useEffect(() => () => running.current?.abort(), []);

  async function start(file: File): Promise<void> {
    if (running.current !== undefined) return;
    if (file.size > videoBytesMax) return notify.error(`A video can have at most ${megabytes} MB`);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setPercent(0);
    try {
      const video = await uploadVideo(file, {
        signal,
        onProgress: (fraction) => setPercent(Math.floor(fraction * 100)),
      });
      const poster = await posterOf(file, signal);
      const added = { video, poster, alt: "", captions: "", hasNoSpeech: false };
      latest.current.onChange([...latest.current.videos, added]);
    } catch (error) {
      if (!signal.aborted) notify.error(`${file.name}: ${messageOf(error, "An unknown error occurred")}`);
    }
    running.current = undefined;
    setPercent(undefined);
  }
  return { percent, start };
}

/** The address of an image of a video; empty where this browser cannot take one. */
async function posterOf(file: File, signal: AbortSignal): Promise<string> {
  try {
    const image = await videoFrame(file);
    if (image === undefined) return "";
    return (await uploadImage(image, { signal, onProgress: () => undefined })).image;
  } catch (error) {
    signal.throwIfAborted();
    notify.error(messageOf(error, "The video has no picture yet: the product's own is shown before it plays"));
    return "";
  }
}
