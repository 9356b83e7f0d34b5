import { Link2, Share2 } from 'lucide-react';
import { useState } from 'react';
import { sharingText } from '../../../messages/stories/sharing.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { copyText } from './copy-text.ts';
import { hasSystemShare, shareWithSystem } from './share-with-system.ts';

interface CopyLinkProps {
  readonly title: string;
  readonly url: string;
  /** The name of the field with the link. */
  readonly label?: string;
}

/** Copies the link, or hands it to the system's share sheet. If the browser refuses, the user can select it. */
export function CopyLink({ title, url, label = sharingText.link }: CopyLinkProps) {
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    const outcomes = { copied: sharingText.linkCopied, failed: sharingText.linkNotCopied };
    setRefused(!(await copyText(url, outcomes)));
  };
  const share = async () => {
    if (!(await shareWithSystem({ title, url }))) await copy();
  };
  return (
    <>
      <div className="flex gap-2.5">
        <Button className="min-w-0 flex-1" onClick={() => void copy()}>
          <Link2 aria-hidden="true" />
          {sharingText.copyLink}
        </Button>
        {hasSystemShare() && (
          <IconButton
            label={sharingText.otherApps}
            icon={<Share2 />}
            className="size-13 rounded-button bg-sunken"
            onClick={() => void share()}
          />
        )}
      </div>
      {isRefused && (
        <TextField
          readOnly
          dir="ltr"
          label={label}
          hint={sharingText.copyByHand}
          value={url}
          className="mt-2.5"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </>
  );
}
