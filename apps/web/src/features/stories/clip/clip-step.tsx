import { avatarColors, avatarLetter, avatarTone } from '@relato/contract/profiles/avatar';
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
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { saveFile } from '../sharing/save-file.ts';
import { canShareFiles, shareWithSystem } from '../sharing/share-with-system.ts';
import { drawFrame, type ClipPicture } from './clip-frames.ts';
import { clipShapes, drawClip, toPartPeaks, type ClipShape, type ClipStory } from './draw-clip.ts';
import { makeClip } from './make-clip.ts';
import { clipLengths, planClip, type ClipLength, type ClipPlan } from './plan-clip.ts';

interface ClipStepProps {
  readonly story: StorySummary;
  readonly words: readonly SpokenWord[];
  readonly sentences: readonly Sentence[];
  /** Where the video begins. */
  readonly sentence: Sentence;
}

type Making =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly ratio: number }
  | { readonly kind: 'done'; readonly file: File };

/** A video of a sentence and of what follows it, with its words, made on this device and handed to other apps. */
export function ClipStep({ story, words, sentences, sentence }: ClipStepProps) {
  const [shape, setShape] = useState<ClipShape>('tall');
  const [length, setLength] = useState<ClipLength>('short');
  const [making, setMaking] = useState<Making>({ kind: 'idle' });
  const working = useRef<AbortController | null>(null);
  // To leave is to cancel.
  useEffect(() => () => working.current?.abort(), []);
  const plan = planClip(words, sentences, { firstWord: sentence.firstWord, length }, story.durationMs);
  if (!plan) return null;
  const choose = (change: () => void) => {
    working.current?.abort();
    setMaking({ kind: 'idle' });
    change();
  };
  const make = async () => {
    const ending = new AbortController();
    working.current = ending;
    const { signal } = ending;
    setMaking({ kind: 'working', ratio: 0 });
    try {
      const picture = await drawClip(shape, plan, toClipStory(story, plan));
      const onProgress = (ratio: number) => setMaking({ kind: 'working', ratio });
      const file = await makeClip({ audioUrl: story.audioUrl, plan, picture, signal, onProgress });
      if (!signal.aborted) setMaking({ kind: 'done', file });
    } catch (error) {
      if (signal.aborted) return;
      console.warn('The video could not be made', error);
      setMaking({ kind: 'idle' });
      showToast({ title: clipText.errors.title, text: clipText.errors.text, tone: 'destructive' });
    }
  };
  return (
    <>
      <Preview shape={shape} story={story} plan={plan} />
      <Choice
        label={clipText.shape}
        names={clipText.shapes}
        options={clipShapes}
        chosen={shape}
        onChoose={(next) => choose(() => setShape(next))}
      />
      <Choice
        label={clipText.length}
        names={clipText.lengths}
        options={clipLengths}
        chosen={length}
        onChoose={(next) => choose(() => setLength(next))}
      />
      <div aria-live="polite" className="mt-4">
        {making.kind === 'idle' && <Button onClick={() => void make()}>{clipText.create}</Button>}
        {making.kind === 'working' && (
          <>
            <p className="mb-2 text-sm">{clipText.working}</p>
            <Meter ratio={making.ratio} label={clipText.working} />
            <Button variant="secondary" className="mt-3" onClick={() => choose(() => undefined)}>
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

interface MadeProps {
  readonly story: StorySummary;
  readonly plan: ClipPlan;
  readonly file: File;
}

/** The video is handed over by a press of its own: systems take nothing from a page that was pressed long ago. */
function Made({ story, plan, file }: MadeProps) {
  const takesFiles = canShareFiles([file]);
  const url = toStoryUrl(location.origin, story.id, { seconds: Math.floor(plan.startMs / 1_000) });
  const share = async () => {
    if (!(await shareWithSystem({ files: [file], text: sharingText.message(story.title, url) })))
      saveFile(file);
  };
  return (
    <>
      <p className="mb-2 text-sm">{clipText.done(formatDuration(plan.durationMs))}</p>
      <div className="grid gap-2">
        {takesFiles && <Button onClick={() => void share()}>{clipText.share}</Button>}
        <Button variant={takesFiles ? 'secondary' : 'primary'} onClick={() => saveFile(file)}>
          {clipText.save}
        </Button>
      </div>
    </>
  );
}

interface ChoiceProps<Option extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Option, string>>;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly onChoose: (option: Option) => void;
}

function Choice<Option extends string>({ label, names, options, chosen, onChoose }: ChoiceProps<Option>) {
  return (
    <fieldset aria-label={label} className="mt-3 flex flex-wrap gap-2">
      {options.map((option) => (
        <Chip key={option} pressed={option === chosen} onClick={() => onChoose(option)}>
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
      const picture: ClipPicture = await drawClip(shape, plan, toClipStory(story, plan));
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (!isCurrent || !element || !context) return;
      element.width = picture.width;
      element.height = picture.height;
      drawFrame(context, picture, { atMs, durationMs });
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

function toClipStory({ title, author, peaks, durationMs }: StorySummary, plan: ClipPlan): ClipStory {
  const name = toAuthorName(author);
  return {
    title,
    author: name,
    letter: avatarLetter(author?.username, null),
    color: avatarColors[avatarTone(author?.username ?? name, avatarColors.length)] ?? avatarColors[0],
    peaks: toPartPeaks(peaks, plan, durationMs),
    host: location.host,
  };
}
