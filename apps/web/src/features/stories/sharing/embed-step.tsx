import {
  embedSize,
  embedTexts,
  embedThemes,
  toEmbedFrame,
  toEmbedUrl,
  type EmbedTheme,
} from '@relato/contract/stories/embed';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { player } from '../../player/public.ts';
import { copyText } from './copy-text.ts';

interface EmbedStepProps {
  readonly story: { readonly id: string; readonly title: string };
  /** The second at which the embedded player starts. */
  readonly seconds: number;
}

const texts = sharingText.embed;
const themes = [null, ...embedThemes] as const;

/** The HTML that embeds the story in another page, and a preview. */
export function EmbedStep({ story: { id, title }, seconds }: EmbedStepProps) {
  const [theme, setTheme] = useState<EmbedTheme | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // Pauses the app's player, because the preview has its own.
  useEffect(() => player.pause(), []);
  const code = toEmbedFrame({
    url: toEmbedUrl(location.origin, id, { seconds, theme }),
    title,
    ...embedSize,
  });
  const copy = async () => {
    if (!(await copyText(code, { copied: texts.copied, failed: texts.notCopied }))) field.current?.select();
  };
  return (
    <>
      <p className="mt-1.5 mb-3 text-muted">{texts.text}</p>
      <iframe
        src={toEmbedUrl('', id, { seconds, theme })}
        title={`${texts.preview}: ${embedTexts.frame(title)}`}
        height={embedSize.height}
        sandbox="allow-scripts allow-popups"
        className="block w-full rounded-card"
      />
      <fieldset className="mt-4">
        <legend className="mb-1.5 text-sm font-[650]">{texts.theme}</legend>
        <div className="flex flex-wrap gap-2">
          {themes.map((each) => (
            <Chip key={each ?? 'auto'} pressed={theme === each} onClick={() => setTheme(each)}>
              {texts.themes[each ?? 'auto']}
            </Chip>
          ))}
        </div>
      </fieldset>
      <TextArea
        ref={field}
        readOnly
        dir="ltr"
        label={texts.code}
        value={code}
        className="mt-4 mb-4"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        {texts.copy}
      </Button>
    </>
  );
}
