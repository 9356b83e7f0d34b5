import { formatDuration } from '@relato/contract/text/format';
import { toStoryUrl } from '@relato/contract/stories/links';
import { avatarColors, avatarTone } from '@relato/contract/profiles/avatar';
import type { StorySummary } from '@relato/contract/stories/types';
import { Clapperboard, Download, Quote as QuoteIcon } from 'lucide-react';
import { useState, useEffect, useRef } from 'react';
import { clipText } from '../../../messages/stories/clip.ts';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { copyText } from './copy-text.ts';
import type { Sentence } from '../../../lib/transcript/list-sentences.ts';
import { saveFile } from './save-file.ts';
import { canShareFiles, shareWithSystem } from './share-with-system.ts';
import { drawQuote, loadQuoteFonts, type Quote } from './draw-quote.ts';

interface QuoteBlockProps {
  readonly story: StorySummary;
  readonly sentence: Sentence;
  readonly onChange: () => void;
  /** Missing if no video can be made of the story. */
  readonly onClip: (() => void) | undefined;
}

const texts = sharingText.quote;

/**
 * A sentence as an image to share, with its time. If the system takes no files, the text is copied and the image
 * downloaded.
 */
export function QuoteBlock({ story, sentence, onChange, onClip }: QuoteBlockProps) {
  const [image, setImage] = useState<File | null>(null);
  const author = toAuthorName(story.author);
  const time = formatDuration(sentence.startMs);
  const color = avatarColors[avatarTone(story.author?.username ?? author, avatarColors.length)];
  const url = toStoryUrl(location.origin, story.id, { seconds: Math.floor(sentence.startMs / 1000) });
  const message = sharingText.message(texts.text(sentence.text, author, time), url);
  // Computed before the image is drawn, so that the buttons keep their places.
  const [takesFiles] = useState(() => canShareFiles([new File([], texts.fileName, { type: 'image/png' })]));
  const share = async () => {
    const isDone = takesFiles && image !== null && (await shareWithSystem({ files: [image], text: message }));
    if (!isDone) await copyText(message, { copied: texts.copied, failed: texts.notCopied });
  };
  return (
    <>
      <QuoteCard
        quote={{ sentence: sentence.text, time, author, color: color ?? '', peaks: story.peaks }}
        onDrawn={setImage}
      />
      <div className="mt-2.5 flex gap-2.5">
        <Button variant="secondary" size="small" className="flex-1 px-2!" onClick={onChange}>
          {texts.change}
        </Button>
        <Button variant="outline" size="small" className="flex-1 px-2!" onClick={() => void share()}>
          <QuoteIcon aria-hidden="true" className="max-[22.5rem]:hidden" />
          {takesFiles ? texts.share : texts.copy}
        </Button>
        {!takesFiles && <SaveImage image={image} />}
      </div>
      {onClip && (
        <Button variant="secondary" size="small" className="mt-2.5 w-full" onClick={onClip}>
          <Clapperboard aria-hidden="true" />
          {clipText.make}
        </Button>
      )}
    </>
  );
}

/** The placeholder of a sentence and its buttons, while the words load. */
export function QuotePlaceholder({ hasClip }: { readonly hasClip: boolean }) {
  return (
    <>
      <Skeleton className={quotePlace} />
      <Skeleton className="mt-2.5 h-11 rounded-pill!" />
      {hasClip && <Skeleton className="mt-2.5 h-11 rounded-pill!" />}
    </>
  );
}

function SaveImage({ image }: { readonly image: File | null }) {
  return (
    <IconButton
      label={texts.save}
      icon={<Download />}
      className="border-[1.5px] border-line"
      disabled={image === null}
      onClick={() => image && saveFile(image)}
    />
  );
}

/** The size of the card, in which the image of any sentence fits, so that nothing moves when it is drawn. */
const quotePlace = 'mt-3.5 block aspect-[346/159] w-full rounded-button';

interface QuoteCardProps {
  readonly quote: Quote;
  /** Called with the image once it is drawn. It must stay the same function between renders. */
  readonly onDrawn: (image: File) => void;
}

function QuoteCard({ quote, onDrawn }: QuoteCardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { sentence, time, author, color, peaks } = quote;
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      await loadQuoteFonts();
      const element = canvas.current;
      if (!isCurrent || !element) return;
      drawQuote(element, { sentence, time, author, color, peaks });
      element.toBlob((blob) => {
        if (isCurrent && blob) onDrawn(new File([blob], sharingText.quote.fileName, { type: blob.type }));
      });
    };
    void draw();
    return () => void (isCurrent = false);
  }, [sentence, time, author, color, peaks, onDrawn]);
  return (
    <>
      <p className="sr-only">{sharingText.quote.text(sentence, author, time)}</p>
      <canvas
        ref={canvas}
        aria-hidden="true"
        className={`border border-line bg-sunken object-contain ${quotePlace}`}
      />
    </>
  );
}
