import type { Story, StorySummary } from '@relato/contract/stories/types';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { storiesText } from '../../messages/stories.ts';
import { TextButton } from '../../ui/buttons/text-button.tsx';

const DownloadSheet = lazySheet(async () => (await import('./download-sheet.tsx')).DownloadSheet);

/** Offers the text of a story as a file; renders nothing without a text. */
export function DownloadTranscript({ story }: { readonly story: StorySummary | Story }) {
  const [isOpen, setOpen] = useState(false);
  if (story.transcriptStatus !== 'ready') return null;
  const hasTimes = 'transcriptWords' in story && story.transcriptWords !== null;
  return (
    <>
      <TextButton className="gap-1.5 text-sm [&_svg]:size-4.5" onClick={() => setOpen(true)}>
        <Download aria-hidden="true" />
        {storiesText.downloadText}
      </TextButton>
      {isOpen && <DownloadSheet storyId={story.id} hasTimes={hasTimes} onClose={() => setOpen(false)} />}
    </>
  );
}
