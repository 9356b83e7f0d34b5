import { Rss } from 'lucide-react';
import { useState } from 'react';
import { podcastsText } from '../../../messages/podcasts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { copyText } from '../sharing/copy-text.ts';

interface CopyFeedProps {
  readonly url: string;
  readonly variant?: 'primary' | 'secondary';
  readonly disabled?: boolean;
}

/** Copies the address of a podcast. If the browser refuses, the user can select it. */
export function CopyFeed({ url, variant = 'primary', disabled = false }: CopyFeedProps) {
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    const { copied, notCopied: failed } = podcastsText;
    setRefused(!(await copyText(url, { copied, failed })));
  };
  return (
    <>
      <Button variant={variant} disabled={disabled} onClick={() => void copy()}>
        <Rss aria-hidden="true" />
        {podcastsText.copy}
      </Button>
      {isRefused && !disabled && (
        <TextField
          readOnly
          dir="ltr"
          label={podcastsText.address}
          hint={podcastsText.copyByHand}
          value={url}
          className="mt-2.5"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </>
  );
}
