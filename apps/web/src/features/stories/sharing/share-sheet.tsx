import type { SpokenWord } from '@relato/contract/transcription/types';
import { formatDuration } from '@relato/contract/text/format';
import { toStoryUrl } from '@relato/contract/stories/links';
import type { Story, StorySummary } from '@relato/contract/stories/types';
import { ChevronLeft } from 'lucide-react';
import { useState, useMemo } from 'react';
import { Avatar } from '../../../lib/avatar/avatar.tsx';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { lazyPart } from '../../../lib/lazy/lazy-part.tsx';
import { clipText } from '../../../messages/stories/clip.ts';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { getPosition, player } from '../../player/public.ts';
import { canMakeClips } from '../clip/can-make-clips.ts';
import { ChannelTiles } from './channel-tiles.tsx';
import { CopyLink } from './copy-link.tsx';
import { EmbedStep } from './embed-step.tsx';
import { QrCode } from './qr-code.tsx';
import { QuoteBlock, QuotePlaceholder } from './quote-block.tsx';
import { type Sentence, findChosen, listSentences } from '../../../lib/transcript/list-sentences.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { splitTranscript } from '../../../lib/transcript/find-spoken-word.ts';

const ClipStep = lazyPart(async () => (await import('../clip/clip-step.tsx')).ClipStep);

interface ShareSheetProps {
  readonly story: StorySummary | Story;
  readonly onClose: () => void;
}

type Step = 'start' | 'sentences' | 'clip' | 'qr' | 'embed';

const titles: Readonly<Record<Step, string>> = {
  start: sharingText.title,
  sentences: sharingText.quote.choose,
  clip: clipText.title,
  qr: sharingText.qr.title,
  embed: sharingText.embed.title,
};

/** The ways to share a story: its link first, then a sentence of it, other apps, and a player for other pages. */
export function ShareSheet({ story, onClose }: ShareSheetProps) {
  const [step, setStep] = useState<Step>('start');
  // The second at which the sheet was opened, which stays the same while the story plays on.
  const [here] = useState(() => readSecond(story));
  const [isFromHere, setFromHere] = useState(false);
  const { isLoading, words, sentences, chosen, choose } = useSentences(story, here);
  const seconds = isFromHere ? here : 0;
  const url = toStoryUrl(location.origin, story.id, { seconds });
  const toStart = () => setStep('start');
  const hasClip = story.clips && canMakeClips();
  return (
    <ModalSheet title={titles[step]} onClose={onClose}>
      {step !== 'start' && (
        <TextButton className="-ml-1.5 gap-0.5 text-sm [&_svg]:size-5" onClick={toStart}>
          <ChevronLeft aria-hidden="true" />
          {sharingText.back}
        </TextButton>
      )}
      {step === 'start' && (
        <>
          <SharedStory story={story} />
          <CopyLink title={story.title} url={url} />
          {here > 0 && (
            <div className="mt-2 py-1">
              <Switch
                label={sharingText.from(formatDuration(here * 1000))}
                hint={sharingText.fromHint}
                checked={isFromHere}
                onChange={setFromHere}
              />
            </div>
          )}
          {isLoading && <QuotePlaceholder hasClip={hasClip} />}
          {chosen && (
            <QuoteBlock
              story={story}
              sentence={chosen}
              onChange={() => setStep('sentences')}
              onClip={hasClip ? () => setStep('clip') : undefined}
            />
          )}
          <ChannelTiles title={story.title} url={url} onOpen={setStep} />
        </>
      )}
      {step === 'sentences' && (
        <SentenceStep
          sentences={sentences}
          chosen={chosen}
          onChoose={(sentence) => {
            choose(sentence);
            toStart();
          }}
        />
      )}
      {step === 'clip' && chosen && words && (
        <ClipStep story={story} words={words} sentences={sentences} sentence={chosen} />
      )}
      {step === 'qr' && <QrStep url={url} title={story.title} />}
      {step === 'embed' && <EmbedStep story={story} seconds={seconds} />}
    </ModalSheet>
  );
}

/** Returns the current second of a story, or 0 at its end, because nothing follows there. */
function readSecond({ id, durationMs }: StorySummary): number {
  const seconds = Math.floor(getPosition(player.getState(), id));
  return seconds < Math.floor(durationMs / 1000) ? seconds : 0;
}

function SharedStory({ story: { title, author, durationMs } }: Pick<ShareSheetProps, 'story'>) {
  const name = toAuthorName(author);
  return (
    <div className="mt-2 mb-3.5 flex items-center gap-3">
      <Avatar username={author?.username ?? name} photo={author?.photo} />
      <div className="min-w-0">
        <p dir="auto" className="truncate font-[650]">
          {title}
        </p>
        <p className="truncate text-sm text-muted tabular-nums">
          {name} · {formatDuration(durationMs)}
        </p>
      </div>
    </div>
  );
}

function QrStep({ url, title }: { readonly url: string; readonly title: string }) {
  return (
    <>
      <p className="mt-1.5 mb-4 text-muted">{sharingText.qr.text}</p>
      <QrCode url={url} label={sharingText.qr.name(title)} />
      <p className="mt-4 text-center text-sm wrap-anywhere text-muted select-all">{url}</p>
    </>
  );
}

interface SentenceStepProps {
  readonly sentences: readonly Sentence[];
  /** The sentence on the card. */
  readonly chosen: Sentence | undefined;
  readonly onChoose: (sentence: Sentence) => void;
}

function SentenceStep({ sentences, chosen, onChoose }: SentenceStepProps) {
  return (
    <>
      <p className="mt-1.5 mb-3 text-muted">{sharingText.quote.chooseHint}</p>
      <ul className="divide-y divide-line">
        {sentences.map((sentence) => (
          <li key={sentence.firstWord}>
            <button
              type="button"
              aria-current={sentence === chosen}
              className="flex min-h-12 w-full items-baseline gap-3 py-2.5 text-left aria-current:text-voice-strong"
              onClick={() => onChoose(sentence)}
            >
              <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                {sentence.text}
              </span>
              <span className="text-sm text-muted tabular-nums">{formatDuration(sentence.startMs)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Sentences {
  /** True while the words load. */
  readonly isLoading: boolean;
  readonly words: readonly SpokenWord[] | null;
  /** Empty while the words load, and if they have no timings. */
  readonly sentences: readonly Sentence[];
  /** The chosen sentence, at first that of the given second. */
  readonly chosen: Sentence | undefined;
  readonly choose: (sentence: Sentence) => void;
}

function useSentences(story: StorySummary | Story, second: number): Sentences {
  const [chosen, choose] = useState<Sentence | null>(null);
  // Stories of lists come without word timings.
  const isWhole = 'transcriptWords' in story;
  const hasText = story.transcriptStatus === 'ready';
  const loaded = trpc.stories.byId.useQuery({ id: story.id }, { enabled: hasText && !isWhole });
  const words = (isWhole ? story.transcriptWords : loaded.data?.transcriptWords) ?? null;
  const transcript = isWhole ? story.transcript : (loaded.data?.transcript ?? '');
  const sentences = useMemo(() => {
    const pieces = words && splitTranscript(transcript, words);
    return pieces ? listSentences(pieces, words) : [];
  }, [transcript, words]);
  return {
    isLoading: loaded.isLoading,
    words,
    sentences,
    chosen: findChosen(sentences, chosen, second * 1000),
    choose,
  };
}
