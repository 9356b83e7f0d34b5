import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface RefreshButtonProps {
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** Begins the list anew. */
export function RefreshButton({ isRefreshing, onRefresh }: RefreshButtonProps) {
  const [wasPressed, setWasPressed] = useState(false);
  return (
    <>
      <IconButton
        label={storiesText.refresh}
        icon={<RotateCw className={isRefreshing ? 'animate-spin' : ''} />}
        className="-mr-2 text-muted"
        aria-disabled={isRefreshing}
        onClick={() => {
          if (isRefreshing) return;
          setWasPressed(true);
          onRefresh();
        }}
      />
      <output className="sr-only">
        {isRefreshing ? storiesText.loading : wasPressed ? storiesText.refreshed : ''}
      </output>
    </>
  );
}
