import { useEffect, useRef } from 'react';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { drawQuote, loadQuoteFonts, type Quote } from './draw-quote.ts';

/** The place of the card, in which the image of any sentence fits: nothing moves when it is drawn. */
export const quotePlace = 'mt-3.5 block aspect-[346/159] w-full rounded-button';

interface QuoteCardProps {
  readonly quote: Quote;
  /** Called with the image once it is drawn. It must stay the same function between renders. */
  readonly onDrawn: (image: File) => void;
}

/** The card of a sentence: the image that is shared. */
export function QuoteCard({ quote, onDrawn }: QuoteCardProps) {
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
