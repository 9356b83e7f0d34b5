import { avatarColors, avatarLetter, avatarTone } from '@relato/contract/profiles/avatar';
import { decodePeaks } from '@relato/contract/recordings/waveform';
import { toStoryUrl } from '@relato/contract/stories/links';
import type { StorySummary } from '@relato/contract/stories/types';
import { formatDuration } from '@relato/contract/text/format';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { useEffect, useRef, useState } from 'react';
import type { Sentence } from '../../../lib/transcript/list-sentences.ts';
import { clipText } from '../../../messages/stories/clip.ts';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { saveFile } from '../sharing/save-file.ts';
import { canShareFiles, shareWithSystem } from '../sharing/share-with-system.ts';
import { drawFrame, listBitmaps } from './clip-frames.ts';
import { clipShapes, drawClip, type ClipShape, type ClipStory } from './draw-clip.ts';
import { clipLengths, planClip, type ClipLength, type ClipPlan } from './plan-clip.ts';
import { useClip, type Making } from './use-clip.ts';

interface ClipStepProps {
  readonly story: StorySummary;
  readonly words: readonly SpokenWord[];
  readonly sentences: readonly Sentence[];
  /** The sentence with which the video begins. */
  readonly sentence: Sentence;
}

/** Makes a video of a sentence and the words behind it on this device, and hands it to other apps. */
export function ClipStep({ story, words, sentences, sentence }: ClipStepProps) {
  const [shape, setShape] = useState<ClipShape>('tall');
  const [length, setLength] = useState<ClipLength>('short');
  const { making, make, cancel } = useClip(story);
  const status = useRef<HTMLParagraphElement>(null);
  const { kind } = making;
  const lastKind = useRef(kind);
  useEffect(() => {
    // Moves the focus, because the pressed button is gone.
    if (lastKind.current !== kind) status.current?.focus({ preventScroll: true });
    lastKind.current = kind;
  }, [kind]);
  const plan = planClip(words, sentences, { firstWord: sentence.firstWord, length }, story.durationMs);
  if (!plan) return <p className="mt-3 text-muted">{clipText.unsupported}</p>;
  const about = toAbout(story);
  const change = (set: () => void) => {
    cancel();
    set();
  };
  return (
    <>
      <Preview shape={shape} story={story} plan={plan} />
      <Choice
        label={clipText.shape}
        names={clipText.shapes}
        options={clipShapes}
        chosen={shape}
        onChoose={(next) => change(() => setShape(next))}
      />
      <Choice
        label={clipText.length}
        names={clipText.lengths}
        options={clipLengths}
        chosen={length}
        onChoose={(next) => change(() => setLength(next))}
      />
      <p ref={status} tabIndex={-1} aria-live="polite" className="mt-4 min-h-5 text-sm outline-none">
        {toStatus(making, plan)}
      </p>
      <div className="mt-2 grid gap-2">
        {making.kind === 'idle' && (
          <Button onClick={() => make({ shape, plan, about })}>{clipText.create}</Button>
        )}
        {making.kind === 'working' && (
          <>
            <Meter ratio={making.ratio ?? 0} label={clipText.progress} />
            <Button variant="secondary" onClick={cancel}>
              {clipText.cancel}
            </Button>
          </>
        )}
        {making.kind === 'done' && <Made story={story} plan={plan} file={making.file} />}
      </div>
      <p className="mt-3 text-sm text-muted">{clipText.local}</p>
    </>
  );
}

function toStatus(making: Making, { durationMs }: ClipPlan): string {
  switch (making.kind) {
    case 'idle':
      return '';
    case 'unsupported':
      return clipText.unsupported;
    case 'working':
      return making.ratio === null ? clipText.loading : clipText.working;
    case 'done':
      return clipText.done(formatDuration(durationMs));
  }
}

interface MadeProps {
  readonly story: StorySummary;
  readonly plan: ClipPlan;
  readonly file: File;
}

/** Shares the video with a press of its own, because systems refuse a page whose last press is long ago. */
function Made({ story, plan, file }: MadeProps) {
  const takesFiles = canShareFiles([file]);
  const url = toStoryUrl(location.origin, story.id, { seconds: Math.floor(plan.startMs / 1_000) });
  const share = async () => {
    const isDone = await shareWithSystem({ files: [file], text: sharingText.message(story.title, url) });
    if (!isDone) saveFile(file);
  };
  return (
    <>
      {takesFiles && <Button onClick={() => void share()}>{clipText.share}</Button>}
      <Button variant={takesFiles ? 'secondary' : 'primary'} onClick={() => saveFile(file)}>
        {clipText.save}
      </Button>
    </>
  );
}

interface ChoiceProps<Option extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Option, string>>;
  readonly options: readonly Option[];
  readonly chosen: Option;
  /** Called when the chosen option changes. */
  readonly onChoose: (option: Option) => void;
}

function Choice<Option extends string>({ label, names, options, chosen, onChoose }: ChoiceProps<Option>) {
  return (
    <fieldset aria-label={label} className="mt-3 flex flex-wrap gap-2">
      {options.map((option) => (
        <Chip
          key={option}
          pressed={option === chosen}
          onClick={() => {
            if (option !== chosen) onChoose(option);
          }}
        >
          {names[option]}
        </Chip>
      ))}
    </fieldset>
  );
}

interface PreviewProps {
  readonly shape: ClipShape;
  readonly story: StorySummary;
  readonly plan: ClipPlan;
}

/** A frame of the video, at its second word. */
function Preview({ shape, story, plan }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { durationMs } = plan;
  const atMs = plan.words[1]?.startMs ?? 0;
  const key = `${shape} ${plan.startMs} ${durationMs}`;
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const peaks = toPartPeaks(story, plan);
      const picture = await drawClip(shape, plan, { ...toAbout(story), peaks }, { maxPages: 1 });
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (isCurrent && element && context) {
        element.width = picture.width;
        element.height = picture.height;
        drawFrame(context, picture, { atMs, durationMs });
      }
      for (const bitmap of listBitmaps(picture)) bitmap.close();
    };
    void draw();
    return () => void (isCurrent = false);
    // oxlint-disable-next-line react/exhaustive-deps -- the plan is made anew with each render; its key says when it differs
  }, [key]);
  const words = plan.words.slice(0, 12).map(({ text }) => text);
  return (
    <>
      <p className="sr-only">{clipText.preview(words.join(' '))}</p>
      <canvas
        ref={canvas}
        aria-hidden="true"
        className="mx-auto mt-3 block h-[min(22rem,40vh)] max-w-full rounded-button border border-line object-contain"
      />
    </>
  );
}

function toAbout({ title, author }: StorySummary): Omit<ClipStory, 'peaks'> {
  const name = author?.username ?? toAuthorName(author);
  return {
    title,
    author: toAuthorName(author),
    letter: avatarLetter(name, null),
    color: avatarColors[avatarTone(name, avatarColors.length)] ?? avatarColors[0],
    host: location.host,
  };
}

/** Returns the stored peaks of a part of a recording: few, but known before its sound is loaded. */
function toPartPeaks({ peaks, durationMs }: StorySummary, { startMs, endMs }: ClipPlan): readonly number[] {
  const all = decodePeaks(peaks);
  const at = (ms: number): number => Math.round((ms / durationMs) * all.length);
  const from = Math.min(at(startMs), all.length - 1);
  return all.slice(Math.max(from, 0), Math.max(at(endMs), from + 1));
}
