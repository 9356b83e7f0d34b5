import { formatDuration } from '@relato/contract/text/format';
import { toStoryUrl } from '@relato/contract/stories/links';
import type { Story, StorySummary } from '@relato/contract/stories/types';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../../lib/avatar/avatar.tsx';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { getPosition, player } from '../../player/public.ts';
import { ChannelTiles } from './channel-tiles.tsx';
import { CopyLink } from './copy-link.tsx';
import { EmbedStep } from './embed-step.tsx';
import { QrStep } from './qr-step.tsx';
import { QuoteBlock, QuotePlaceholder } from './quote-block.tsx';
import { SentenceStep } from './sentence-step.tsx';
import { useSentences } from './use-sentences.ts';

interface ShareSheetProps {
  readonly story: StorySummary | Story;
  readonly onClose: () => void;
}

type Step = 'start' | 'sentences' | 'qr' | 'embed';

const titles: Readonly<Record<Step, string>> = {
  start: sharingText.title,
  sentences: sharingText.quote.choose,
  qr: sharingText.qr.title,
  embed: sharingText.embed.title,
};

/** The ways to share a story: its link first, then a sentence of it, other apps, and a player for other pages. */
export function ShareSheet({ story, onClose }: ShareSheetProps) {
  const [step, setStep] = useState<Step>('start');
  // The second at which the sheet was opened. It stays the same while the story plays on.
  const [here] = useState(() => readSecond(story));
  const [isFromHere, setFromHere] = useState(false);
  const { isLoading, sentences, chosen, choose } = useSentences(story, here);
  const seconds = isFromHere ? here : 0;
  const url = toStoryUrl(location.origin, story.id, { seconds });
  const toStart = () => setStep('start');
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
          {isLoading && <QuotePlaceholder />}
          {chosen && <QuoteBlock story={story} sentence={chosen} onChange={() => setStep('sentences')} />}
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
      {step === 'qr' && <QrStep url={url} title={story.title} />}
      {step === 'embed' && <EmbedStep story={story} seconds={seconds} />}
    </ModalSheet>
  );
}

/** Returns the second at which a story is, or 0 at its end, because nothing follows there. */
function readSecond({ id, durationMs }: StorySummary): number {
  const seconds = Math.floor(getPosition(player.getState(), id));
  return seconds < Math.floor(durationMs / 1000) ? seconds : 0;
}

function SharedStory({ story: { title, author, durationMs } }: Pick<ShareSheetProps, 'story'>) {
  const name = toAuthorName(author);
  return (
    <div className="mt-2 mb-3.5 flex items-center gap-3">
      <Avatar username={author?.username ?? name} />
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
